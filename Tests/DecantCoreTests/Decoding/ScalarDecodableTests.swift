import DecantCore
import Foundation
import Testing

@Suite struct ScalarDecodableTests {
    @Test func theTypesOfAProgramWithFoundationAreFound() {
        let expected = [ObjectIdentifier(Date.self), ObjectIdentifier(Data.self), ObjectIdentifier(Decimal.self)]
        #expect(FoundationTypes.identifiers == expected + [ObjectIdentifier(URL.self)])
    }

    @Test(arguments: [[], ["9NoSuchOne"], ["", "not a name", "4"], ["20FoundationEssential"]])
    func missingModulesHaveNoTypes(modules: [String]) {
        #expect(FoundationTypes.identifiers(in: modules).isEmpty)
    }
}
