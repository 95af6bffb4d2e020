import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore from '@stoplight/spectral-core'
import type { RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { operations } from '../src/api/index.ts'
import { buildOpenApi } from '../src/http/docs/openapi.ts'

/** The published document, held to the rules of those who read such documents: spectral's and redocly's. Prints what they would warn of. */
const facts = { version: '9.8.7', publicUrl: 'https://ads.example', sandboxUrl: null }
const source = JSON.stringify(buildOpenApi(operations, facts))

async function spectralSays(): Promise<string[]> {
  const spectral = new spectralCore.Spectral()
  // Its types know less of what a ruleset may leave out than those of who reads it.
  const oas = spectralRulesets.oas as unknown as RulesetDefinition
  spectral.setRuleset({ extends: [[oas, 'recommended']], rules: {} })
  const found = await spectral.run(source)
  return found.map(({ code, message, path }) => `spectral ${code}: ${message} (${path.join(' ')})`)
}

async function redoclySays(): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // Fixed words of a path win over ids here, as in every router: /v1/automations/executions/{id} is never an automation.
      'no-ambiguous-paths': 'off',
      // Health, probes and documents take nothing that could be wrong.
      'operation-4xx-response': 'off',
    },
  })
  const found = await lintFromString({ source, config })
  return found.map(({ ruleId, message, location }) => `redocly ${ruleId}: ${message} (${location[0]?.pointer ?? ''})`)
}

const found = [...(await spectralSays()), ...(await redoclySays())]
for (const each of found) console.error(each)
process.exit(found.length === 0 ? 0 : 1)
