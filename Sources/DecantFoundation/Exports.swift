@_exported public import Decant

// Where URLSession is in a module of its own, an import of this one is enough.
#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif
