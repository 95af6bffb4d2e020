import type { Catalogue } from '../catalogue.ts'

const german: Catalogue = { texts: {}, words: {}, codes: {} }
export default german
