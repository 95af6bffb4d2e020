import type { Command } from 'commander'
import { does } from '../context.ts'
import type { Run } from '../context.ts'

export function addDocs(program: Command, run: Run): void {
  const docs = program.command('docs').summary('where to read about the Flightdeck that is used')
  does(docs, run, async (context) => {
    const { url } = await context.open()
    const places = { reference: `${url}/docs`, forModels: `${url}/llms.txt`, openapi: `${url}/openapi.json` }
    context.show(places, () => Object.values(places).join('\n'))
  })
}
