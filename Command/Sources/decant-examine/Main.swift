import DecantExamine
import DecantReport
import Foundation

@main
enum Main {
    static func main() {
        exit(Examination.run(UnsafeArguments.bytes))
    }
}
