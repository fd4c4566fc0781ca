@_exported public import Decant

// On systems where URLSession is in a separate module, importing this one is enough.
#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif
