import type { Operation } from '../../call/operation.ts'
import { hasTools } from './paths.ts'
import type { DocsFacts } from './words.ts'

/** The doors of the house, for whoever begins. */
export function waysToCall(operations: Operation[], { publicUrl }: Pick<DocsFacts, 'publicUrl'>): string {
  const ways = [
    '**REST**, as described here. Samples read your key from the environment: `export FLIGHTDECK_KEY=ak_...`.',
    '**TypeScript**: every operation is a typed function of `@flightdeck/client`, for Node and browsers, with retries that launch nothing twice (docs/client.md).',
    '**Command line**: `flightdeck launch ads.csv`, `flightdeck batch watch 1` and more, for people who run ads (docs/cli.md).',
    ...(hasTools(operations)
      ? [`**Agents**: tools over MCP at \`${publicUrl}/mcp\`, with the same key (docs/agents.md).`]
      : []),
  ]
  return `Every way goes through the same checks, limits and guards.\n\n${ways.map((way) => `- ${way}`).join('\n')}`
}
