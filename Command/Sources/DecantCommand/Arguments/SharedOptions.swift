import ArgumentParser
import DecantReport

/// The options of the subcommands that read captures.
struct SharedOptions: ParsableArguments {
    @OptionGroup(title: "Format options") var format: FormatOptions

    @OptionGroup(title: "Input options") var input: InputOptions

    @OptionGroup(title: "Validation options") var validation: ValidationOptions

    /// The options for reading captures.
    var reading: ReadingOptions {
        var reading = ReadingOptions(format, input, validation)
        reading.decodesToEnd = true
        return reading
    }
}

/// The option that keeps credentials.
struct SecretOptions: ParsableArguments {
    @Flag(help: "Show credentials of captures: in URLs, and in texts from bodies.")
    var showSecrets = false

    /// Hides credentials unless they are wanted.
    var mask: CredentialMask { CredentialMask(isActive: !showSecrets) }
}
