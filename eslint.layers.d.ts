declare const rules: object[]
export default rules
export const layers: Record<string, string[]>
export const drivers: string[]
