import type { Texts } from '../catalogue.ts'

export default {} satisfies Texts
