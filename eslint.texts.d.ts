declare const rules: object[]
export default rules
