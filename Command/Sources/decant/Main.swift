import DecantCommand

@main
enum Main {
    static func main() async {
        await DecantLaunch.run()
    }
}
