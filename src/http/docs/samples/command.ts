import type { Operation } from '../../../call/operation.ts'

type Example = Record<string, string | number>

/** Operations that have a command of their own, and how their example is said with it. */
const commands: Record<string, (example: Example) => string> = {
  launch_ads: (example) => withSheet(example, 'launch'),
  validate_launch: (example) => withSheet(example, 'validate'),
  get_batch_status: ({ id }) => `flightdeck batch show ${id}`,
  list_batches: ({ limit }) => `flightdeck batch list --limit ${limit}`,
  get_batch: ({ id }) => `flightdeck batch show ${id}`,
  follow_batch: ({ id }) => `flightdeck batch watch ${id}`,
  get_receipts: ({ id }) => `flightdeck batch receipts ${id}`,
  cancel_batch: ({ id }) => `flightdeck batch cancel ${id}`,
  undo_batch: ({ id }) => `flightdeck batch undo ${id} --dry-run`,
  list_ad_accounts: () => 'flightdeck accounts',
  list_ad_sets: ({ accountId, status }) => `flightdeck adsets list --account ${accountId} --status ${status}`,
  update_status: (example) =>
    `flightdeck pause ${example.entityIds} --type ${example.entityType} ${inAccount(example)}`,
  update_budget: (example) =>
    `flightdeck budget ${example.entityId} --change +${example.changePercent} --type ${example.entityType} ${inAccount(example)}`,
  duplicate_ad: (example) => `flightdeck duplicate ${example.adId} --type ad ${inAccount(example)}`,
  duplicate_adset: (example) => `flightdeck duplicate ${example.adsetId} --type adset ${inAccount(example)}`,
  duplicate_campaign: (example) =>
    `flightdeck duplicate ${example.campaignId} --type campaign --name '${example.newName}' ${inAccount(example)}`,
  query_reports: ({ groupBy, metrics, limit, ...days }) =>
    `flightdeck report --by ${groupBy} --metrics ${metrics} --limit ${limit} ${between(days)}`,
  list_top_ads: ({ metric, limit, ...days }) =>
    `flightdeck top-ads --metric ${metric} --limit ${limit} ${between(days)}`,
  get_daily_spend: (days) => `flightdeck spend --daily ${between(days)}`,
  list_spend_guards: () => 'flightdeck guard',
  get_spend_guard_status: () => 'flightdeck guard status',
  list_approvals: () => 'flightdeck approval',
  get_approval: ({ id }) => `flightdeck approval show ${id}`,
  list_events: () => 'flightdeck events',
  who_am_i: () => 'flightdeck whoami',
}

export const operationsWithCommand = Object.keys(commands)

/** null: it has no command. The key is read from the environment, as in all samples. */
export function commandSample({ name, example }: Operation, publicUrl: string): string | null {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command || !example) return null
  return `export FLIGHTDECK_URL='${publicUrl}'\n${command(example as Example)}`
}

const inAccount = ({ accountId }: Example) => `--account ${accountId}`
const between = ({ startDate, endDate }: Example) => `--from ${startDate} --to ${endDate}`

/** What is launched from a file may be the body of the request itself. */
function withSheet(example: Example, verb: string): string {
  return `cat > ads.json <<'END'\n${JSON.stringify(example, null, 2)}\nEND\nflightdeck ${verb} ads.json`
}
