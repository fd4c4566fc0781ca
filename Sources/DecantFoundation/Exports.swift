@_exported public import Decant
