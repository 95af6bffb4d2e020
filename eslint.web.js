/** Rules of the dashboard. What it knows of the service is what the typed client says; what pages know of the client are nouns. */

const outside = {
  regex: '^(\\.\\./)+(src|sandbox|test|bench|scripts)/|^node:',
  message: 'The dashboard knows the interface alone, through client/src.',
}
const below = {
  regex: '^@tanstack/react-query$|/data/client/(flightdeck|query-client)\\.ts$',
  message: 'Questions, their keys and writes stand in the file of their noun in web/src/data.',
}

const restrict = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] })

const untyped = [
  {
    selector: 'CallExpression[callee.name=/^use/] Property[key.name="strict"]',
    message: 'Say of which page (from): what stands in its address has types.',
  },
  {
    selector: 'TSAsExpression > TSNeverKeyword',
    message: 'What needs this does not fit: the types of routes and nouns say why.',
  },
]
const native = [
  {
    selector: 'JSXOpeningElement[name.name="select"]',
    message: 'A list to choose from is a SelectField (web/src/ui/select.tsx): it looks and works the same everywhere.',
  },
  {
    selector: 'JSXAttribute[name.name="type"] > Literal[value=/^(date|datetime-local|time|month|week)$/]',
    message: 'Days are chosen in a DayField or a RangeField (web/src/ui/days/day-field.tsx).',
  },
]
const atOnce = {
  selector:
    ':matches(Program, ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator > NewExpression[callee.object.name="Intl"]',
  message:
    'Made with kept(() => …) (web/src/languages/kept.ts), where it is first used: the first page would wait for it.',
}
const byHand = {
  selector: 'JSXOpeningElement[name.name="Loading"]',
  message: '<Answer> shows what is on its way, has failed, is empty or is there.',
}

export default [
  {
    files: ['web/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.ts'],
    rules: { ...restrict(outside), 'no-restricted-syntax': ['error', ...untyped, ...native, atOnce] },
  },
  {
    files: ['web/src/{app,pages,ui}/**/*.{ts,tsx}', 'web/src/*.tsx'],
    ignores: ['**/*.test.ts', 'web/src/main.tsx'],
    rules: restrict(outside, below),
  },
  {
    files: ['web/src/{app,pages}/**/*.tsx', 'web/src/gate.tsx'],
    rules: { 'no-restricted-syntax': ['error', ...untyped, ...native, atOnce, byHand] },
  },
]
