interface Argument {
  name: string
  description: string
  required: boolean
}

interface Prompt {
  name: string
  title: string
  description: string
  arguments: Argument[]
  text: (given: Record<string, string>) => string
}

const account: Argument = {
  name: 'account',
  description: 'Id or name of the ad account; all of them when left out.',
  required: false,
}
const days: Argument = { name: 'days', description: 'How many days to look back; 7 when left out.', required: false }

const where = (given: Record<string, string>) =>
  given.account ? `the ad account ${given.account}` : 'every ad account'

const prompts: Prompt[] = [
  {
    name: 'launch_folder',
    title: 'Launch a folder of creatives',
    description: 'From addresses of pictures and videos to ads, with a plan to look at first.',
    arguments: [
      { name: 'media', description: 'Addresses of the files, or of the folder they are in.', required: true },
      { ...account, description: 'Id or name of the ad account.', required: true },
      { name: 'link', description: 'Where the ads lead.', required: false },
    ],
    text: (given) =>
      `Launch one ad for each of these creatives in ${where(given)}: ${given.media}. ` +
      `${given.link ? `They lead to ${given.link}. ` : ''}` +
      'First list_ad_accounts, list_ad_sets and list_profiles; ask me which ad set when it is not plain. Upload each file with upload_media_from_url. ' +
      'Name every ad after its file. Then plan_launch with all of them, paused unless I say otherwise, and show me the plan with its cost and what the guards say. ' +
      'When I agree, run_plan, follow it with get_batch_status and report the receipts with links.',
  },
  {
    name: 'weekly_review',
    title: 'Weekly review',
    description: 'What was spent, what it brought, what changed, and what to do next week.',
    arguments: [account, days],
    text: (given) =>
      `Review the last ${given.days ?? '7'} days of ${where(given)}. Use get_daily_spend, query_reports by campaign for these days and for as many days before, ` +
      'list_top_ads and list_changes. Tell: spend and results against the days before, the three best and the three worst campaigns with their figures, ' +
      'what was changed and whether it helped, what get_spend_guard_status says, and at most five suggestions. Change nothing.',
  },
  {
    name: 'find_waste',
    title: 'Find waste',
    description: 'Ads and ad sets that cost money and bring nothing.',
    arguments: [account, days],
    text: (given) =>
      `Find waste in ${where(given)} over the last ${given.days ?? '7'} days: query_reports by ad and by ad set, sorted by spend. ` +
      'Look for spend without results, a cost per result of more than twice the average of the account, and frequency above 4. ' +
      'List each with its figures and what pausing it would save a day. Pause nothing before I have chosen; then use pause_entities or lower_budget.',
  },
]

export interface Prompts {
  list: { name: string; title: string; description: string; arguments: Argument[] }[]
  /** null: there is no such prompt. */
  get(name: string, given: Record<string, string>): PromptText | null
}

type PromptText = {
  description: string
  messages: { role: 'user'; content: { type: 'text'; text: string } }[]
}

export const allPrompts: Prompts = {
  list: prompts.map(({ text: _text, ...described }) => described),
  get(name, given) {
    const prompt = prompts.find((each) => each.name === name)
    if (!prompt) return null
    const missing = prompt.arguments.find((each) => each.required && !given[each.name])
    if (missing) throw new MissingArgument(`${name} needs ${missing.name}: ${missing.description}`)
    const text = prompt.text(given)
    return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
  },
}

/** A prompt was asked for without what it is about. */
export class MissingArgument extends Error {}
