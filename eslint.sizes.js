/** A file that grows past this is two rooms. */
export const maxLines = 300

/** A function that grows past this has pieces with names. */
export const maxFunctionLines = 60

/** A component is a function that also says what it draws. */
export const maxComponentLines = 120

/** What takes more than this takes a value that has a name. */
export const maxParams = 4

const product = { files: ['src/**/*.ts', 'sandbox/**/*.ts', 'client/**/*.ts'], ignores: ['**/*.test.ts'] }

export default [
  { ...product, rules: { 'max-lines': ['error', maxLines] } },
  {
    ...product,
    ignores: product.ignores,
    rules: { 'max-lines-per-function': ['error', maxFunctionLines] },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.ts'],
    rules: { 'max-lines': ['error', maxLines], 'max-lines-per-function': ['error', maxFunctionLines] },
  },
  // A catalogue of texts is a list, however long.
  { files: ['web/src/languages/*/*.ts'], rules: { 'max-lines': 'off' } },
  { files: ['web/src/**/*.tsx'], rules: { 'max-lines-per-function': ['error', maxComponentLines] } },
  // Of tests, benches and scripts .oxlintrc.json says the same.
  { files: ['**/*.{ts,tsx}'], rules: { 'max-params': ['error', maxParams] } },
]
