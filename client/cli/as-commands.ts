import { operations } from '../src/generated/operations.gen.ts'
import { inWordsOf } from '../src/generated/references.gen.ts'
import type { OperationName } from '../src/index.ts'

/** What the service names by its address, as the command that does it here; `<id>` is what the address has in its path. */
const commands: Partial<Record<OperationName, string>> = {
  listAdAccounts: 'accounts',
  listAdSets: 'adsets --account <id>',
  listProfiles: 'profiles --account <id>',
  listIdentities: 'identities --account <id>',
  listPinBoards: 'boards --account <id>',
  whoAmI: 'whoami',
  getBatch: 'batch show <id>',
  getBatchStatus: 'batch show <id>',
  undoBatch: 'batch undo <id>',
  launchFromDraft: 'batch retry <id>',
  getApproval: 'approval show <id>',
  listSpendGuards: 'guard status',
  getSpendGuardStatus: 'guard status',
  listReportFields: 'report --help',
  listEntities: 'entity list',
  listAutomationTemplates: 'rules templates',
  createAutomation: 'rules create',
  listExecutions: 'rules executions',
  getExecution: 'rules executions',
  listEnds: 'ends',
  removeEnd: 'ends remove <id>',
  updateStatus: 'resume <id>',
  listEvents: 'events',
  launchAds: 'launch ads.csv',
  listConnections: 'connection list',
  updatePerson: 'person --help',
}

const addresses = Object.entries(operations).map(([name, { method, path }]) => ({ name, method, path }))

const inCommands = inWordsOf(addresses, ({ name, values: [id = '<id>'] }) => {
  const command = commands[name as OperationName]
  if (command === undefined) return 'the reference (`flightdeck docs`)'
  return `\`flightdeck ${command.replace('<id>', id.startsWith('{') ? '<id>' : id)}\``
})

/** For people: no address of the interface, which they do not call. */
export function asCommands(text: string): string {
  return inCommands(text).replace(/ failedAds says why\.?/, '')
}

/** What commands take, by the field that it becomes. */
const options: Readonly<Record<string, string>> = {
  accountId: '--account',
  accountIds: '--account',
  startDate: '--from',
  endDate: '--to',
  groupBy: '--by',
  metrics: '--metrics',
  metric: '--metric',
  sortBy: '--sort',
  minSpend: '--min-spend',
  search: '--search',
  limit: '--limit',
  entityType: '--type',
  copyCount: '--copies',
  newName: '--name',
  dailyBudget: '--daily',
  lifetimeBudget: '--lifetime',
  changePercent: '--change',
  endTime: '--at',
  status: '--status',
  state: '--state',
  platform: '--platform',
  template: '--template',
  reason: '--reason',
}

/** What a field of the interface is called on the command line; what no option brings keeps its name. */
export function asOption(path: string): string {
  const [first = '', ...rest] = path.split('.')
  const option = Object.hasOwn(options, first) ? options[first] : undefined
  return option !== undefined && rest.every((part) => /^\d+$/.test(part)) ? option : path
}
