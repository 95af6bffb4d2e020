import type { Caller, Scope } from '../core/context.ts'
import { isObject } from '../lookup.ts'
import type { Tool } from './tools/tool.ts'

/** What a call needs that a consent could give. */
export interface Lacking {
  tool: string
  /** What is missing. */
  needed: Scope[]
  /** That, and what there is already: all that is to be asked for. */
  scopes: Scope[]
}

interface Tools {
  tool(name: string): Tool | undefined
}

/** What an assistant that somebody connected lacks for a tool that it calls; null: nothing, or nothing that its person could give it. */
export function lackingFor(tools: Tools, { actor }: Caller, body: unknown): Lacking | null {
  if (actor.kind !== 'agent' || !actor.assistant) return null
  const { couldHave } = actor.assistant
  for (const message of Array.isArray(body) ? (body as unknown[]) : [body]) {
    const call = callIn(message)
    const tool = call && tools.tool(call.name)
    if (!call || !tool) continue
    // With any of them it is done.
    const needs = tool.scopesFor?.(call.given) ?? tool.scopes
    if (needs.some((scope) => scope === 'read' || actor.scopes.includes(scope))) continue
    const needed = needs.filter((scope) => couldHave.includes(scope))
    if (needed.length > 0) return { tool: tool.name, needed, scopes: [...new Set([...actor.scopes, ...needed])] }
  }
  return null
}

function callIn(message: unknown): { name: string; given: Record<string, unknown> } | null {
  if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) return null
  const { name, arguments: given } = message.params
  return typeof name === 'string' ? { name, given: isObject(given) ? given : {} } : null
}
