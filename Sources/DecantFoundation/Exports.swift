// A program that compiles on Linux also compiles on Apple systems: the import of this module includes the same modules
// on both. On Linux, URLSession is in a separate module, which includes Foundation.
@_exported public import Decant
@_exported public import Foundation

#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif
