declare const rules: object[]
export default rules
export const layers: Record<string, string[]>
export const coreOrder: string[][]
export const automationsOrder: string[][]
export function aboveIn(order: string[][], room: string): string[]
export const drivers: string[]
