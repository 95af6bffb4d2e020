export const leftovers: Record<'functionLines' | 'params' | 'circles' | 'unused', string[]>
