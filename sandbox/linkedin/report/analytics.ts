import type { Operations } from '../call.ts'

export const analyticsOperations: Operations = {}
