import DecantCore
import DecantDocument
import Foundation
import Testing

@Suite struct ScalarDecodableTests {
    @Test func theTypesOfAProgramWithFoundationAreFound() {
        let expected = [ObjectIdentifier(Date.self), ObjectIdentifier(Data.self), ObjectIdentifier(Decimal.self)]
        let modules = ["20FoundationEssentials", "10Foundation"]
        #expect(FoundationTypes.identifiers(in: modules) == expected + [ObjectIdentifier(URL.self)])
    }

    /// All tests form one program, which links `DecantFoundation`.
    @Test("A program with the conformances looks up no types") func aProgramWithTheConformancesLooksUp() {
        #expect(FoundationTypes.identifiers.isEmpty)
    }

    @Test(arguments: [[], ["9NoSuchOne"], ["", "not a name", "4"], ["20FoundationEssential"]])
    func missingModulesHaveNoTypes(modules: [String]) {
        #expect(FoundationTypes.identifiers(in: modules).isEmpty)
    }
}
