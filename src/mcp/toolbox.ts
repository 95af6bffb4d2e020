import { setImmediate as turn } from 'node:timers/promises'
import type { Operation } from '../call/operation.ts'
import { AppError, errorStatus, PlatformError } from '../errors.ts'
import type { Services } from '../services.ts'
import { spoken } from './answer.ts'
import type { Spoken } from './answer.ts'
import { cardUri } from './card/card.ts'
import { readPages } from './docs.ts'
import type { DocsPage } from './docs.ts'
import type { McpParts } from './parts.ts'
import { inSpan } from '../trace/tracing.ts'
import type { SpanStart } from '../trace/tracing.ts'
import { asFailure, failedWith } from './failure.ts'
import { openResources } from './resources.ts'
import type { Resources } from './resources.ts'
import type { ToolContext } from './tools/tool-context.ts'
import { lowerBudgetTool, pauseTool } from './tools/safe-tools.ts'
import { listedOperations } from './tools/listed.ts'
import { operationTool } from './tools/operation-tool.ts'
import { planTools } from './tools/plan-tools.ts'
import { runPlanTool } from './tools/run-plan.ts'
import { searchDocsTool } from './tools/search-docs.ts'
import { isShown } from './tools/tool.ts'
import type { Asking, Tool } from './tools/tool.ts'
import { useOperationTool } from './tools/use-operation.ts'
import { wordsFor } from './words.ts'

/** Everything an agent finds here. */
export interface Toolbox {
  tool(name: string): Tool | undefined
  /** Those that the key of whoever asks can use. */
  toolsFor(asking: Asking): ReturnType<typeof shown>[]
  call(asking: Asking, tool: Tool, given: Record<string, unknown>): Promise<Spoken>
  /** What a person looks at before it is done; null: nothing, also where the call itself will say what is wrong. */
  show(asking: Asking, tool: Tool, given: Record<string, unknown>): Promise<string | null>
  resources: Resources
}

/** Others have their turn between two tools: whoever comes first would hold up everybody otherwise. */
export async function openToolbox(parts: McpParts): Promise<Toolbox> {
  const { services, rateLimiter } = parts
  const context = contextOf(parts)
  let read: Promise<DocsPage[]> | null = null
  const pages = () => (read ??= readPages())
  const tools = new Map<string, Tool>()
  for (const make of toolsFrom(context, pages)) {
    const tool = make()
    tools.set(tool.name, tool)
    await turn()
  }
  return {
    tool: (name) => tools.get(name),
    toolsFor: (asking) => [...tools.values()].filter((tool) => isShown(tool, asking)).map(shown),
    call: (asking, tool, given) =>
      inSpan(services.tracing, toolSpan(asking, tool), async () => {
        const line = openLine(services, asking, tool)
        try {
          if (!isShown(tool, asking)) throw hidden(tool, asking)
          const ignored: string[] = []
          const onIgnored = (fields: string[]) => void ignored.push(...fields)
          const { onOperation } = line
          const said = spoken({ ...(await tool.run({ ...asking, onIgnored, onOperation }, given)), ignored })
          line.answered(200)
          return inTools(context, said)
        } catch (error) {
          line.answered(errorStatus[asFailure(error).code])
          return inTools(context, failedWith({ log: services.log, requestId: asking.requestId, given }, tool, error))
        }
      }),
    async show(asking, tool, given) {
      if (!tool.shows || !isShown(tool, asking)) return null
      return tool.shows(asking, given).catch((error: unknown) => {
        if (error instanceof AppError || error instanceof PlatformError) return null
        throw error
      })
    },
    resources: openResources(pages, rateLimiter),
  }
}

/** Part of what the agent says it does; else of its request. */
function toolSpan({ trace, requestId }: Asking, { name }: Tool): SpanStart {
  const attributes = { 'flightdeck.request_id': requestId }
  return { name: `tool ${name}`, attributes, ...(trace ? { parent: trace } : {}) }
}

/** What a call of a tool leaves in the log: beside the line of its request, under the same id. */
function openLine({ accessLog }: Services, { requestId, caller }: Asking, { name: tool }: Tool) {
  const from = performance.now()
  let about: Operation | null = null
  return {
    onOperation: (operation: Operation) => void (about = operation),
    answered(status: number) {
      const { path: operation, method } = about?.rest ?? { path: 'none', method: 'POST' }
      const ms = performance.now() - from
      accessLog?.({ requestId, company: caller.company.slug, operation, method, tool, status, ms })
    },
  }
}

/** What is said in an answer names operations as whoever reads it can call them. */
function inTools({ words }: ToolContext, said: Spoken): Spoken {
  return { ...said, json: words(said.json) }
}

function contextOf(parts: McpParts): ToolContext {
  const open = parts.operations.filter(({ tool }) => tool)
  return {
    callDeps: parts,
    operations: Object.fromEntries(open.map((operation): [string, Operation] => [operation.name, operation])),
    words: wordsFor(parts.operations, ownTools),
  }
}

/** Operations that are tools of their own. */
const ownTools = new Set(listedOperations.map(({ operation }) => operation))

/** All tools there are, whoever asks. */
function toolsFrom(context: ToolContext, pages: () => Promise<DocsPage[]>): (() => Tool)[] {
  return [
    ...listedOperations.map((listed) => () => operationTool(context, listed)),
    () => searchDocsTool(context, { pages, own: ownTools }),
    () => useOperationTool(context),
    () => pauseTool(context),
    () => lowerBudgetTool(context),
    ...planTools(context),
    () => runPlanTool(context),
  ]
}

/** A tool as clients are told of it. */
function shown({ name, title, description, inputSchema, outputSchema, annotations, card }: Tool) {
  return {
    ...{ name, title, description, annotations },
    inputSchema: inputSchema as { type: 'object' },
    outputSchema: outputSchema as { type: 'object' },
    ...(card ? { _meta: { ui: { resourceUri: cardUri } } } : {}),
  }
}

function hidden({ name, scopes }: Tool, { caller }: Asking): AppError {
  const text = `${name} needs an API key with the scope ${scopes.map((scope) => `"${scope}"`).join(' or ')}.`
  return new AppError('forbidden', text, { needed: scopes, has: caller.actor.scopes })
}
