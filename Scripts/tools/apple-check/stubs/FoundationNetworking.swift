// On Linux, the classes of URLSession are in a module of their own, which re-exports Foundation.

@_exported public import Foundation
