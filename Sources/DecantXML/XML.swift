/// The names of everything that has to do with XML 1.0.
///
/// ``Document`` is a whole document as a tree, ``Reader`` goes through one event by event, and ``Options`` says how both
/// read.
public enum XML {}
