/**
 * The rules of camt.053.001.08 for the elements that a statement uses: their order, number and types, from the message
 * definition of ISO 20022 (BankToCustomerStatementV08). Elements that no statement uses are left out, so a file that
 * conforms to this schema conforms to the whole.
 */
export const CAMT_SCHEMA = {
  fileName: 'camt.053.001.08.xsd',
  contents: `<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  elementFormDefault="qualified" targetNamespace="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <xs:element name="Document">
    <xs:complexType><xs:sequence><xs:element name="BkToCstmrStmt">
      <xs:complexType><xs:sequence>
        <xs:element name="GrpHdr"><xs:complexType><xs:sequence>
          <xs:element name="MsgId" type="Max35Text"/>
          <xs:element name="CreDtTm" type="xs:dateTime"/>
        </xs:sequence></xs:complexType></xs:element>
        <xs:element name="Stmt" type="Statement"/>
      </xs:sequence></xs:complexType>
    </xs:element></xs:sequence></xs:complexType>
  </xs:element>
  <xs:complexType name="Statement"><xs:sequence>
    <xs:element name="Id" type="Max35Text"/>
    <xs:element name="CreDtTm" type="xs:dateTime" minOccurs="0"/>
    <xs:element name="FrToDt" minOccurs="0"><xs:complexType><xs:sequence>
      <xs:element name="FrDtTm" type="xs:dateTime"/>
      <xs:element name="ToDtTm" type="xs:dateTime"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="Acct"><xs:complexType><xs:sequence>
      <xs:element name="Id"><xs:complexType><xs:sequence><xs:element name="Othr"><xs:complexType><xs:sequence>
        <xs:element name="Id" type="Max34Text"/>
        <xs:element name="SchmeNm" minOccurs="0"><xs:complexType><xs:sequence>
          <xs:element name="Prtry" type="Max35Text"/>
        </xs:sequence></xs:complexType></xs:element>
        <xs:element name="Issr" type="Max35Text" minOccurs="0"/>
      </xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>
      <xs:element name="Ccy" type="Currency" minOccurs="0"/>
      <xs:element name="Nm" type="Max70Text" minOccurs="0"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="Bal" maxOccurs="unbounded"><xs:complexType><xs:sequence>
      <xs:element name="Tp"><xs:complexType><xs:sequence><xs:element name="CdOrPrtry"><xs:complexType><xs:sequence>
        <xs:element name="Cd"><xs:simpleType><xs:restriction base="xs:string">
          <xs:enumeration value="OPBD"/><xs:enumeration value="CLBD"/><xs:enumeration value="ITBD"/>
        </xs:restriction></xs:simpleType></xs:element>
      </xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>
      <xs:element name="Amt" type="Amount"/>
      <xs:element name="CdtDbtInd" type="CreditDebit"/>
      <xs:element name="Dt"><xs:complexType><xs:choice>
        <xs:element name="Dt" type="xs:date"/>
        <xs:element name="DtTm" type="xs:dateTime"/>
      </xs:choice></xs:complexType></xs:element>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="TxsSummry" minOccurs="0"><xs:complexType><xs:sequence>
      <xs:element name="TtlNtries"><xs:complexType><xs:sequence>
        <xs:element name="NbOfNtries" type="Max15NumericText" minOccurs="0"/>
        <xs:element name="TtlNetNtry" minOccurs="0"><xs:complexType><xs:sequence>
          <xs:element name="Amt" type="NonNegative"/>
          <xs:element name="CdtDbtInd" type="CreditDebit"/>
        </xs:sequence></xs:complexType></xs:element>
      </xs:sequence></xs:complexType></xs:element>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="Ntry" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>
      <xs:element name="Amt" type="Amount"/>
      <xs:element name="CdtDbtInd" type="CreditDebit"/>
      <xs:element name="Sts"><xs:complexType><xs:sequence>
        <xs:element name="Cd"><xs:simpleType><xs:restriction base="xs:string">
          <xs:enumeration value="BOOK"/>
        </xs:restriction></xs:simpleType></xs:element>
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="BookgDt" type="DateOrTime" minOccurs="0"/>
      <xs:element name="ValDt" type="DateOrTime" minOccurs="0"/>
      <xs:element maxOccurs="1" minOccurs="0" name="AcctSvcrRef" type="Max35Text"/>
      <xs:element name="BkTxCd"><xs:complexType><xs:sequence><xs:element name="Prtry"><xs:complexType><xs:sequence>
        <xs:element name="Cd" type="Max35Text"/>
        <xs:element name="Issr" type="Max35Text" minOccurs="0"/>
      </xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>
      <xs:element name="NtryDtls" minOccurs="0"><xs:complexType><xs:sequence>
        <xs:element name="TxDtls"><xs:complexType><xs:sequence><xs:element name="RmtInf"><xs:complexType><xs:sequence>
          <xs:element name="Ustrd" type="Max140Text"/>
        </xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="AddtlNtryInf" type="Max500Text" minOccurs="0"/>
    </xs:sequence></xs:complexType></xs:element>
  </xs:sequence></xs:complexType>
  <xs:complexType name="DateOrTime"><xs:choice>
    <xs:element name="Dt" type="xs:date"/>
    <xs:element name="DtTm" type="xs:dateTime"/>
  </xs:choice></xs:complexType>
  <xs:complexType name="Amount"><xs:simpleContent><xs:extension base="NonNegative">
    <xs:attribute name="Ccy" type="Currency" use="required"/>
  </xs:extension></xs:simpleContent></xs:complexType>
  <xs:simpleType name="NonNegative"><xs:restriction base="xs:decimal">
    <xs:fractionDigits value="5"/><xs:totalDigits value="18"/><xs:minInclusive value="0"/>
  </xs:restriction></xs:simpleType>
  <xs:simpleType name="CreditDebit"><xs:restriction base="xs:string">
    <xs:enumeration value="CRDT"/><xs:enumeration value="DBIT"/>
  </xs:restriction></xs:simpleType>
  <xs:simpleType name="Currency"><xs:restriction base="xs:string"><xs:pattern value="[A-Z]{3,3}"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="Max15NumericText"><xs:restriction base="xs:string"><xs:pattern value="[0-9]{1,15}"/></xs:restriction></xs:simpleType>
${[34, 35, 70, 140, 500]
  .map(
    (max) =>
      `  <xs:simpleType name="Max${max}Text"><xs:restriction base="xs:string"><xs:minLength value="1"/><xs:maxLength value="${max}"/></xs:restriction></xs:simpleType>`,
  )
  .join('\n')}
</xs:schema>`,
};
