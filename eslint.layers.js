import { readdirSync } from 'node:fs'

/**
 * Which rooms of src/ a room must not import from. Whatever is not named here may be imported: it lies below. The list of
 * platforms in the box is for those who start something; everybody else is handed the platforms there are.
 */
export const layers = {
  async: ['files', 'db', 'platforms', 'core', 'call', 'api', 'http', 'mcp', 'web', 'jobs', 'cli'],
  files: ['db', 'platforms', 'core', 'call', 'api', 'http', 'mcp', 'web', 'jobs', 'cli'],
  db: ['platforms/index.ts', 'core', 'call', 'api', 'http', 'mcp', 'web', 'jobs', 'cli'],
  'platforms/contract': ['files', 'db', 'core', 'call', 'api', 'http', 'mcp', 'web', 'jobs', 'cli'],
  'platforms/kit': ['files', 'db', 'core', 'call', 'api', 'http', 'mcp', 'web', 'jobs', 'cli'],
  core: ['platforms/index.ts', 'call', 'api', 'http', 'mcp', 'web', 'jobs', 'cli', 'open', 'services.ts', 'app.ts'],
  metrics: ['platforms/index.ts', 'core', 'call', 'api', 'http', 'mcp', 'web', 'jobs', 'cli'],
  probes: ['platforms/index.ts', 'db', 'core', 'call', 'api', 'http', 'mcp', 'web', 'jobs', 'cli'],
  trace: ['platforms/index.ts', 'db', 'core', 'call', 'api', 'http', 'mcp', 'web', 'jobs', 'cli'],
  call: ['platforms/index.ts', 'api', 'http', 'mcp', 'web', 'jobs', 'cli'],
  jobs: ['platforms/index.ts', 'api', 'http', 'mcp', 'cli'],
  http: ['platforms/index.ts', 'api', 'mcp', 'web', 'jobs', 'cli'],
  mcp: ['platforms/index.ts', 'api', 'http/!(docs)', 'web', 'jobs', 'cli'],
  web: ['files', 'db', 'platforms', 'core', 'call', 'api', 'mcp', 'jobs', 'cli'],
  api: ['http/!(docs)', 'mcp', 'web', 'jobs', 'cli'],
}

/**
 * Every folder and file of src/core, from the ground up: one imports only what stands in lines above its own. What shares a line does not
 * know each other.
 */
export const coreOrder = [
  ['company-ref.ts', 'days', 'quotas', 'restored.ts', 'tasks.ts'],
  ['context.ts', 'reach.ts'],
  ['batches', 'currency', 'journal'],
  ['events'],
  ['audit', 'changelog'],
  ['secrets'],
  ['deps.ts', 'media'],
  ['people'],
  ['connections', 'research', 'webhooks'],
  ['writes', 'launch-defaults'],
  ['reports', 'rehearsals'],
  ['guards'],
  ['approvals', 'assistants', 'plans', 'ends', 'duplicate'],
  ['calendar', 'mail', 'manage', 'network'],
  ['launch', 'search-ads'],
  ['automations'],
  ['creatives', 'entities', 'pictures'],
  ['leaving'],
  ['instance'],
]

/** The same inside of automations. */
export const automationsOrder = [['templates'], ['rule'], ['evaluate'], ['backtest', 'execute']]

/** What a folder or file must not import of an order. */
export function aboveIn(order, room) {
  const line = order.findIndex((rooms) => rooms.includes(room))
  return order.slice(line).flatMap((rooms) => rooms.filter((other) => other !== room))
}

const shared = ['contract', 'kit']
export const drivers = readdirSync(new URL('./src/platforms', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !shared.includes(entry.name))
  .map((entry) => entry.name)
const aboveDrivers = ['db', 'core', 'call', 'api', 'http', 'mcp', 'web', 'jobs', 'cli']

const outside = [
  { regex: '(^|/)sandbox/', message: 'Only app.ts starts the sandbox.' },
  { regex: '(^|/)test/', message: 'The service does not know its tests.' },
]

/** At least so many steps up: what a room has of the same name inside of it is its own. */
const fromBelow = (steps = 1) => `(\\.\\./){${steps},}`
const fromBeside = '\\./'

/** A folder of src/, seen from anywhere below src/: `../http/x.ts`, `../../http/x.ts`. */
function from(room, start = fromBelow()) {
  if (room.endsWith('.ts')) return `^${start}${room.replace('.', '\\.')}$`
  const [folder, rest] = room.split('/!(')
  const exception = rest ? `(?!${rest.slice(0, -1)}/)` : ''
  return `^${start}${folder}/${exception}`
}

function forbid(files, rooms, message, { beside = [], steps = 1 } = {}) {
  const regexes = [
    ...rooms.map((room) => from(room, fromBelow(steps))),
    ...beside.map((room) => from(room, fromBeside)),
  ]
  const patterns = [...regexes.map((regex) => ({ regex, message })), ...outside]
  return {
    files,
    ignores: ['src/app.ts', '**/*.test.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  }
}

const atTheTop = ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration'
const keepsState =
  'What changes belongs to an object that app.ts makes, not to the module: two services in one process share it.'

/** Constant tables are fine: a map or set that is made with its entries. */
const noModuleState = [
  { selector: `${atTheTop}[kind!="const"]`, message: keepsState },
  {
    selector: `${atTheTop} > VariableDeclarator > NewExpression.init[callee.name=/^(Weak)?(Map|Set)$/][arguments.length=0]`,
    message: keepsState,
  },
]

export default [
  {
    files: ['src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', ...noModuleState] },
  },
  forbid(['src/**/*.ts'], [], ''),
  ...Object.entries(layers).map(([room, above]) =>
    forbid(
      [`src/${room}/**/*.ts`],
      above,
      `Imports point one way: ${room}/ lies below this. See docs/architecture.md.`,
      { steps: room.split('/').length },
    ),
  ),
  ...coreOrder.flat().map((room) => {
    const message = `The rooms of core have an order, and core/${room} lies below this. See coreOrder in eslint.layers.js.`
    return room.endsWith('.ts')
      ? forbid([`src/core/${room}`], layers.core, message, { beside: aboveIn(coreOrder, room) })
      : forbid([`src/core/${room}/**/*.ts`], [...layers.core, ...aboveIn(coreOrder, room)], message)
  }),
  ...automationsOrder.flat().map((part) => {
    const above = [...aboveIn(coreOrder, 'automations'), ...aboveIn(automationsOrder, part)]
    const message = `The parts of automations have an order, and ${part}/ lies below this. See eslint.layers.js.`
    return forbid([`src/core/automations/${part}/**/*.ts`], [...layers.core, ...above], message)
  }),
  ...drivers.map((driver) =>
    forbid(
      [`src/platforms/${driver}/**/*.ts`],
      [...aboveDrivers, ...drivers.filter((other) => other !== driver)],
      'A driver imports only itself, the contract and the kit.',
    ),
  ),
]
