declare const rules: object[]
export default rules
export const maxLines: number
export const maxFunctionLines: number
export const maxComponentLines: number
export const maxParams: number
