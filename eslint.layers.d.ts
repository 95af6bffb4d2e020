declare const rules: object[]
export default rules
export const layers: Record<string, string[]>
export const coreOrder: string[][]
export function aboveInCore(room: string): string[]
export const drivers: string[]
