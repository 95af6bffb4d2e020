import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { required } from '../../../src/required.ts'
import { does, numbers } from '../../context.ts'
import type { Context, Run } from '../../context.ts'
import { CommandProblem, exitCodes } from '../../exit.ts'
import { formatTime } from '../../output/table.ts'
import { decodeText } from '../../../src/sheet/decode.ts'
import { unreadable } from '../../sheet/read-sheet.ts'
import { confirm } from '../confirm.ts'
import { base, idHelp } from './paths.ts'
import type { Execution, Rule, Template } from './shapes.ts'
import { addTrials } from './trials.ts'

export function addRules(program: Command, run: Run): void {
  const rules = program.command('rules').summary('automations: what is watched, and what is done about it')
  addLists(rules, run)
  addExecutions(rules, run)
  addCreate(rules, run)
  addSwitches(rules, run)
  addTrials(rules, run)
}

function addLists(rules: Command, run: Run): void {
  does(rules.command('list', { isDefault: true }).summary('every rule'), run, async (context) => {
    const { ask } = await context.open()
    const { data } = (await ask('GET', base, { limit: 100 })) as unknown as { data: Rule[] }
    context.show(data, () =>
      data.length === 0
        ? 'There is no rule. `flightdeck rules templates` shows what there could be.'
        : context.table(
            [numbers('RULE'), 'NAME', 'MODE', 'ON', 'NEXT CHECK', 'MEETS', 'NOTE'],
            data.map(({ id, name, mode, enabled, nextCheckAt, meets = [], offReason }) => [
              ...[String(id), name, mode, enabled ? 'yes' : 'no', formatTime(nextCheckAt)],
              ...[meets.map(({ ruleId }) => ruleId).join(', '), offReason ?? ''],
            ]),
          ),
    )
  })
  const show = rules.command('show').summary('one rule, whole, as JSON').argument('<id>', idHelp)
  does(show, run, async (context, [id]) => {
    const { ask } = await context.open()
    context.print(JSON.stringify(await ask('GET', `${base}/{id}`, { id }), null, 2))
  })
  does(rules.command('templates').summary('ready-made rules'), run, async (context) => {
    const { ask } = await context.open()
    const { templates } = (await ask('GET', `${base}/templates`)) as unknown as { templates: Template[] }
    context.show(templates, () =>
      context.table(
        ['TEMPLATE', 'WHAT IT DOES', 'VALUES'],
        templates.map(({ id, sentence, parameters }) => [
          ...[id, sentence],
          parameters.map((each) => `${each.name}=${JSON.stringify(each.default)}`).join(' '),
        ]),
      ),
    )
  })
}

function addExecutions(rules: Command, run: Run): void {
  const executions = rules
    .command('executions')
    .summary('what rules checked and did, newest first')
    .argument('[id]', 'only of this rule')
    .option('--entity <id>', 'what they have to say about this ad, ad set or campaign')
    .option('--limit <count>', 'how many', '20')
  does<{ limit: string; entity?: string }>(executions, run, async (context, [id], { limit, entity }) => {
    const { ask } = await context.open()
    const path = id === undefined ? `${base}/executions` : `${base}/{id}/executions`
    const asked = { id, entityId: entity, limit: Number(limit) }
    const { data } = (await ask('GET', path, asked)) as unknown as { data: Execution[] }
    context.show(data, () =>
      data.length === 0
        ? 'No rule was checked yet.'
        : context.table(
            [
              numbers('EXECUTION'),
              'RULE',
              'WHEN',
              'STATE',
              numbers('CHECKED'),
              numbers('MATCHED'),
              numbers('ACTED'),
              'NOTE',
            ],
            data.map((each) => [
              ...[String(each.id), each.automationName, formatTime(each.startedAt), each.state],
              ...[each.checked, each.matched, each.acted].map((count) => String(count ?? '-')),
              noteOf(each),
            ]),
          ),
    )
  })
}

function noteOf({ reason, entity }: Execution): string {
  if (entity) return `${entity.outcome}${entity.reason ? `: ${entity.reason}` : ''}`
  return reason ?? ''
}

interface CreateOptions {
  template?: string
  name?: string
  value?: string[]
  account?: string[]
  enable?: boolean
}

function addCreate(rules: Command, run: Run): void {
  const create = rules
    .command('create')
    .summary('make a rule from a file, or from a ready-made one')
    .argument('[file]', 'a .json file with the rule')
    .option('--template <name>', 'one of those that `rules templates` lists')
    .option('--value <name=value...>', 'values of the template that are to be different')
    .option('--name <name>', 'what to call it')
    .option('--account <ids...>', 'only these ad accounts')
    .option('--enable', 'switch it on at once')
  does<CreateOptions>(create, run, async (context, [file], options) => {
    const { template, name, account, enable } = options
    if ((file === undefined) === (template === undefined)) throw new CommandProblem('Give a file, or --template.')
    const { ask } = await context.open()
    const rule = file === undefined ? { template, values: valuesOf(options) } : await readRule(context, file)
    const created = await ask('POST', base, {
      ...rule,
      ...(name ? { name } : {}),
      ...(account ? { scope: { ...(rule as { scope?: object }).scope, accountIds: account } } : {}),
      ...(enable ? { enabled: true } : {}),
    })
    const { id } = created as unknown as Rule
    context.show(created, () => `Rule ${id} is made. What it would do now: flightdeck rules preview ${id}`)
  })
}

function valuesOf({ value = [] }: CreateOptions): Record<string, unknown> | undefined {
  if (value.length === 0) return undefined
  const pairs = value.map((pair) => {
    const [, name, text] = /^([^=]+)=(.*)$/s.exec(pair) ?? []
    if (name === undefined) throw new CommandProblem(`--value takes name=value, not "${pair}".`)
    return [name, parsed(required(text, 'value'))] as const
  })
  return Object.fromEntries(pairs)
}

/** 40 is a number, ["a"] a list, and what is no JSON is text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function readRule({ world }: Context, file: string): Promise<Record<string, unknown>> {
  const bytes = await readFile(resolve(world.cwd, file)).catch((error: unknown) => {
    throw unreadable(error, file)
  })
  try {
    return JSON.parse(decodeText(bytes)) as Record<string, unknown>
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
  const stop = rules
    .command('stop')
    .summary('stop every rule of the company at once')
    .option('--reason <text>', 'why, for those who wonder later')
  does<{ reason?: string }>(stop, run, async (context, _words, { reason }) => {
    const { ask } = await context.open()
    context.show(
      await ask('POST', `${base}/stop`, { reason }),
      () => 'No rule does anything until: flightdeck rules resume',
    )
  })
  const resume = rules.command('resume').summary('let rules go on').option('--yes', 'do it without asking')
  does<{ yes?: boolean }>(resume, run, async (context, _words, { yes }) => {
    if (!yes && !(await confirm(context.world, 'All rules that are on go on?'))) return exitCodes.wrong
    const { ask } = await context.open()
    context.show(await ask('POST', `${base}/resume`), () => 'Rules go on.')
  })
}
