import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { does, numbers } from '../context.ts'
import type { Context, Run } from '../context.ts'
import { CommandProblem, exitCodes } from '../exit.ts'
import { formatTime } from '../output/table.ts'
import { decodeText } from '../sheet/decode.ts'
import { unreadable } from '../sheet/read-sheet.ts'
import { confirm } from './confirm.ts'

const base = '/v1/automations'
const idHelp = 'id of the rule'

type Fields = Record<string, unknown>

/** A rule, as far as a line of a table needs to know it. */
interface Rule {
  id: number | string
  name: string
  enabled: boolean
  mode: string
}

interface Execution {
  id: number | string
  automationId?: number | string
  startedAt?: string
  createdAt?: string
  outcome?: string
  matched?: unknown[] | number
}

export function addRules(program: Command, run: Run): void {
  const rules = program.command('rules').summary('automations: what is watched, and what is done about it')
  addLists(rules, run)
  addCreate(rules, run)
  addSwitches(rules, run)
  addTrials(rules, run)
}

function addLists(rules: Command, run: Run): void {
  does(rules.command('list', { isDefault: true }).summary('every rule'), run, async (context) => {
    const { ask } = await context.open()
    const { data } = (await ask('GET', base, { limit: 100 })) as { data: Rule[] }
    context.show(data, () =>
      data.length === 0
        ? 'There is no rule. `flightdeck rules templates` shows what there could be.'
        : context.table(
            [numbers('RULE'), 'NAME', 'MODE', 'ENABLED'],
            data.map(({ id, name, mode, enabled }) => [String(id), name, mode, enabled ? 'yes' : 'no']),
          ),
    )
  })
  const show = rules.command('show').summary('one rule, whole').argument('<id>', idHelp)
  does(show, run, async (context, [id]) => {
    const { ask } = await context.open()
    context.print(JSON.stringify(await ask('GET', `${base}/{id}`, { id }), null, 2))
  })
  does(rules.command('templates').summary('rules to begin with'), run, async (context) => {
    const { ask } = await context.open()
    const { data } = (await ask('GET', `${base}/templates`)) as {
      data: { id?: string; name: string; description?: string }[]
    }
    context.show(data, () =>
      context.table(
        ['TEMPLATE', 'NAME', 'WHAT IT DOES'],
        data.map(({ id, name, description }) => [id ?? name, name, description ?? '']),
      ),
    )
  })
  const executions = rules
    .command('executions')
    .summary('what rules did, newest first')
    .argument('[id]', 'only of this rule')
    .option('--limit <count>', 'how many', '20')
  does<{ limit: string }>(executions, run, async (context, [id], { limit }) => {
    const { ask } = await context.open()
    const path = id === undefined ? `${base}/executions` : `${base}/{id}/executions`
    const asked = { ...(id === undefined ? {} : { id }), limit: Number(limit) }
    const { data } = (await ask('GET', path, asked)) as { data: Execution[] }
    context.show(data, () =>
      context.table(
        [numbers('EXECUTION'), numbers('RULE'), 'WHEN', 'OUTCOME', numbers('MATCHED')],
        data.map(({ id: execution, automationId = id ?? '-', startedAt, createdAt, outcome = '', matched }) => [
          ...[String(execution), String(automationId), formatTime(startedAt ?? createdAt), outcome, countIn(matched)],
        ]),
      ),
    )
  })
}

function countIn(matched: unknown[] | number | undefined): string {
  return String(Array.isArray(matched) ? matched.length : (matched ?? '-'))
}

function addCreate(rules: Command, run: Run): void {
  const create = rules
    .command('create')
    .summary('make a rule from a file, or from a template')
    .argument('[file]', 'a .json file with the rule')
    .option('--template <name>', 'one of those that `rules templates` lists')
    .option('--enable', 'switch it on at once')
  does<{ template?: string; enable?: boolean }>(create, run, async (context, [file], { template, enable }) => {
    if ((file === undefined) === (template === undefined)) throw new CommandProblem('Give a file, or --template.')
    const { ask } = await context.open()
    const rule = file === undefined ? await fromTemplate(ask, template!) : await fromFile(context, file)
    const made = await ask('POST', base, { ...rule, ...(enable ? { enabled: true } : {}) })
    const { id } = (made.automation ?? made) as { id: number | string }
    context.show(made, () => `Rule ${id} is made. What it would do now: flightdeck rules preview ${id}`)
  })
}

type Ask = Awaited<ReturnType<Context['open']>>['ask']

async function fromTemplate(ask: Ask, wanted: string): Promise<Fields> {
  const { data } = (await ask('GET', `${base}/templates`)) as {
    data: ({ id?: string; name: string; rule?: Fields } & Fields)[]
  }
  const found = data.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase())
  if (!found) throw new CommandProblem(`There is no template "${wanted}": flightdeck rules templates`)
  if (found.rule) return found.rule
  const { id: _id, description: _description, ...rule } = found
  return rule
}

async function fromFile({ world }: Context, file: string): Promise<Fields> {
  const bytes = await readFile(resolve(world.cwd, file)).catch((error: unknown) => {
    throw unreadable(error, file)
  })
  try {
    return JSON.parse(decodeText(bytes)) as Fields
  } catch (error) {
    throw new CommandProblem(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function addSwitches(rules: Command, run: Run): void {
  for (const [word, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    const command = rules
      .command(word)
      .summary(`switch a rule ${enabled ? 'on' : 'off'}`)
      .argument('<id>', idHelp)
    does(command, run, async (context, [id]) => {
      const { ask } = await context.open()
      const answer = await ask('PATCH', `${base}/{id}`, { id, enabled })
      context.show(answer, () => `Rule ${id} is ${enabled ? 'on' : 'off'}.`)
    })
  }
  const stop = rules.command('stop').summary('stop every rule of the company at once')
  does(stop, run, async (context) => {
    const answer = await (await context.open()).ask('POST', `${base}/stop`)
    context.show(answer, () => 'No rule does anything until: flightdeck rules resume')
  })
  const resume = rules.command('resume').summary('let rules go on').option('--yes', 'do it without asking')
  does<{ yes?: boolean }>(resume, run, async (context, _words, { yes }) => {
    if (!yes && !(await confirm(context.world, 'All rules that are on go on.'))) return exitCodes.wrong
    const answer = await (await context.open()).ask('POST', `${base}/resume`)
    context.show(answer, () => 'Rules go on.')
  })
}

/** What a rule would do, would have done, or does now. What it found is shown as it came: rules differ too much for one table. */
function addTrials(rules: Command, run: Run): void {
  const preview = rules.command('preview').summary('what a rule would do now; nothing is done').argument('<id>', idHelp)
  does(preview, run, async (context, [id]) => {
    const answer = await (await context.open()).ask('POST', `${base}/{id}/preview`, { id })
    context.show(answer, () => describeTrial(context, answer))
  })
  const backtest = rules
    .command('backtest')
    .summary('what a rule would have done in the past')
    .argument('<id>', idHelp)
    .requiredOption('--from <day>', 'the first day, like 2026-01-31')
    .requiredOption('--to <day>', 'the last day')
  does<{ from: string; to: string }>(backtest, run, async (context, [id], { from, to }) => {
    const answer = await (await context.open()).ask('POST', `${base}/{id}/backtest`, { id, from, to })
    context.show(answer, () => describeTrial(context, answer))
  })
  const now = rules.command('run').summary('run a rule now').argument('<id>', idHelp)
  does(now, run, async (context, [id]) => {
    const answer = await (await context.open()).ask('POST', `${base}/{id}/run`, { id })
    context.show(answer, () => describeTrial(context, answer))
  })
}

interface Found {
  entityId?: string
  id?: string
  name?: string
  entityName?: string
  reason?: string
}

function describeTrial(context: Context, answer: Fields): string {
  const rowsOf = (what: string, found: unknown) =>
    (Array.isArray(found) ? (found as Found[]) : []).map(({ entityId, id, name, entityName, reason = '' }) => [
      ...[what, entityId ?? id ?? '-', entityName ?? name ?? '', reason],
    ])
  const rows = [...rowsOf('matched', answer.matched), ...rowsOf('skipped', answer.skipped)]
  const said = typeof answer.message === 'string' ? [answer.message] : []
  if (rows.length === 0) return said[0] ?? JSON.stringify(answer, null, 2)
  return [...said, context.table(['', 'ID', 'NAME', 'WHY'], rows)].join('\n')
}
