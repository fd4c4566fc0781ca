@_exported public import DecantCore
@_exported public import DecantJSON
@_exported public import DecantPropertyList
@_exported public import DecantStreams
@_exported public import DecantText
@_exported public import DecantXML
@_exported public import HTTPTypes
