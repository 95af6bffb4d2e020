import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { readAgentEnds } from '../../environment.ts'
import { CommandProblem } from '../problem.ts'
import { runBridge } from './bridge.ts'

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('speak the Model Context Protocol on standard input and output, for agents on this machine')
    .option('--url <address>', 'where the service is; FLIGHTDECK_URL when left out, else http://localhost:8080')
    .option('--key-file <file>', 'a file with the API key; FLIGHTDECK_KEY when left out')
    .addHelpText(
      'after',
      '\nIt hands everything on to /mcp of the service, which must be running. Set-up: docs/agents.md.',
    )
    .action(serve)
}

async function serve(options: { url?: string; keyFile?: string }): Promise<void> {
  const given = readAgentEnds()
  const url = (options.url ?? given.url ?? 'http://localhost:8080').replace(/\/+$/, '')
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
    throw new CommandProblem(`${url} is no address: it must begin with http:// or https://.`)
  const key = options.keyFile === undefined ? given.key : await keyIn(options.keyFile)
  if (!key) throw new CommandProblem('An API key is missing: set FLIGHTDECK_KEY, or name a file with --key-file.')
  await runBridge({ url, key, input: process.stdin, output: process.stdout })
}

async function keyIn(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CommandProblem(`The file with the API key cannot be read: ${error.message}`)
  })
  return text.trim()
}
