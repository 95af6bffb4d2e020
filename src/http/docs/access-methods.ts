import type { DocsFacts } from './words.ts'

/** The doors of the house, for whoever begins. */
export function accessMethods({ publicUrl }: Pick<DocsFacts, 'publicUrl'>): string {
  const methods = [
    '**REST**, as described here. Samples read your key from the environment: `export FLIGHTDECK_KEY=ak_...`.',
    '**TypeScript**: every operation is a typed function of `@flightdeck/client`, for Node and browsers, with retries that launch nothing twice (docs/client.md).',
    '**Command line**: `flightdeck launch ads.csv`, `flightdeck batch watch 1` and more, for people who run ads (docs/cli.md).',
    `**Agents**: tools over MCP, the Model Context Protocol, at \`${publicUrl}/mcp\`, with the same key (docs/agents.md).`,
  ]
  return `Every way goes through the same checks, limits and guards.\n\n${methods.map((method) => `- ${method}`).join('\n')}`
}

/** What a language model should know that could use tools instead of writing requests. */
export function agentsText({ publicUrl }: Pick<DocsFacts, 'publicUrl'>): string {
  return `Agents speak MCP, the Model Context Protocol, at \`${publicUrl}/mcp\` (streamable HTTP) with the same header
\`Authorization: Bearer ak_...\`, or through \`flightdeck mcp\` on standard input and output. In Claude Code:

\`\`\`sh
claude mcp add --transport http flightdeck ${publicUrl}/mcp --header "Authorization: Bearer $FLIGHTDECK_KEY"
\`\`\`

- Make a key for each agent, with no more than it needs: \`flightdeck key create --name agent --scopes read,launch,manage\`; with \`read\` alone it can look, check and change nothing. Tools that a key has no scope for are not shown.
- What reads, and what changes something that costs nothing, is done at once: \`list_ad_accounts\`, \`list_ad_sets\`, \`query_reports\`, \`validate_launch\`, \`pause_entities\`, \`lower_budget\` and others.
- What costs money or destroys is planned first: \`plan_launch\`, \`plan_budget_change\` and the other \`plan_*\` tools change nothing and answer with \`planId\`, \`digest\`, cost and what the spend guards say. Show that to the person; \`run_plan\` with both then does exactly it, once. A guard may turn it into an approval that only a person gives.
- Everything else that is open to agents goes by the name of its operation, which stands with each below: \`search_docs\` tells its input, \`use_operation\` calls it, \`plan_operation\` plans it where it costs or destroys.
- Answers have \`next\`: what usually follows, or how to mend what failed.`
}
