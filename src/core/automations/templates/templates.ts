import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { badRequest, notFound } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'

const maxListed = 100

/** What can be chosen about a ready-made rule. */
export const TemplateParameter = z
  .object({
    name: z.string().meta({ description: 'Under which name a value is given.' }),
    about: z.string().meta({ description: 'What it decides.' }),
    default: z
      .union([z.number(), z.string(), z.array(z.union([z.number(), z.string()])).max(maxListed)])
      .meta({ description: 'What it is unless another value is given; values are of the same kind.' }),
  })
  .meta({ id: 'AutomationTemplateParameter' })

export const RuleTemplate = z
  .object({
    id: z.string().meta({ description: 'What it is asked for by.' }),
    name: z.string().meta({ description: 'What it is called.' }),
    sentence: z.string().meta({ description: 'What it does.' }),
    needs: z.enum(['reach', 'searchTerms']).optional().meta({
      description: 'What not every platform tells: without a scope it looks at the accounts of those that do.',
    }),
    parameters: z.array(TemplateParameter).meta({ description: 'What can be chosen.' }),
    rule: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The rule; {{name}} stands for the value of a parameter.' }),
  })
  .meta({ id: 'AutomationTemplate' })
export type RuleTemplate = z.output<typeof RuleTemplate>

/** The ready-made rules, by name. */
export async function listTemplates(): Promise<RuleTemplate[]> {
  const files = (await readdir(import.meta.dirname)).filter((file) => file.endsWith('.json')).sort()
  return Promise.all(
    files.map(async (file) => {
      const content: unknown = JSON.parse(await readFile(join(import.meta.dirname, file), 'utf8'))
      return RuleTemplate.parse({ id: file.replace('.json', ''), ...(content as object) })
    }),
  )
}

export async function findTemplate(id: string): Promise<RuleTemplate> {
  const found = (await listTemplates()).find((template) => template.id === id)
  if (!found) throw notFound('automation template', id)
  return found
}

export type TemplateValues = Record<string, z.output<typeof TemplateParameter>['default']>

/** The rule that a template makes with these values, before anything else is changed about it. */
export function fillTemplate(template: RuleTemplate, values: TemplateValues): Record<string, unknown> {
  const issues = Object.entries(values).flatMap(([name, value]) => valueIssues(template, name, value))
  if (issues.length > 0) throw badRequest(issues)
  const chosen = new Map(template.parameters.map((each) => [each.name, values[each.name] ?? each.default]))
  return filled(template.rule, chosen) as Record<string, unknown>
}

function valueIssues({ parameters }: RuleTemplate, name: string, value: unknown): Issue[] {
  const path = `values.${name}`
  const known = parameters.find((parameter) => parameter.name === name)
  if (!known) return [{ path, message: 'is no parameter', expected: parameters.map((each) => each.name).join(', ') }]
  const kind = (given: unknown) => (Array.isArray(given) ? 'list' : typeof given)
  return kind(value) === kind(known.default) ? [] : [{ path, message: `must be a ${kind(known.default)}` }]
}

const wholeMark = /^\{\{(\w+)\}\}$/
const marks = /\{\{(\w+)\}\}/g

function filled(part: unknown, chosen: ReadonlyMap<string, unknown>): unknown {
  if (typeof part === 'string') {
    const whole = wholeMark.exec(part)?.[1]
    if (whole !== undefined) return valueOf(chosen, whole)
    return part.replaceAll(marks, (_, name: string) => String(valueOf(chosen, name)))
  }
  if (Array.isArray(part)) return part.map((each) => filled(each, chosen))
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([field, value]) => [field, filled(value, chosen)]))
}

function valueOf(chosen: ReadonlyMap<string, unknown>, name: string): unknown {
  if (!chosen.has(name)) throw new Error(`A template has no parameter ${name}.`)
  return chosen.get(name)
}
