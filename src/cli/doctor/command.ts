import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { builtIn } from '../../platforms/index.ts'
import { speaking } from '../../platforms/settings.ts'
import { checkDatabase } from './database.ts'
import { checkPlatformEndings, checkVersions } from './endings.ts'
import { checkFolder } from './folder.ts'
import { checkService } from './network.ts'
import { describeSettings } from './settings.ts'
import type { SettingLine } from './settings.ts'
import type { DoctorFinding, Mark } from './finding.ts'
import { countOf, formatTable, print, styled } from '../print.ts'

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('say what is set, what can be reached and what is about to end; fails when there is a problem')
    .option('--json', 'for programs')
    .action(examine)
}

async function examine(options: { json?: boolean }): Promise<void> {
  const config = readConfig()
  const settings = describeSettings(config)
  const findings = [
    ...(await checkFolder(config.dataDir)),
    ...(await checkService(config)),
    ...(await checkDatabase(config)),
    ...checkVersions(speaking(builtIn, config)),
    ...checkPlatformEndings(),
  ]
  const hasProblem = findings.some(({ mark }) => mark === 'problem')
  print(options.json ? JSON.stringify({ ok: !hasProblem, settings, findings }, null, 2) : asText(settings, findings))
  if (hasProblem) process.exitCode = 1
}

const colours = { ok: 'green', warning: 'yellow', problem: 'red' } as const

function asText(settings: SettingLine[], findings: DoctorFinding[]): string {
  return [
    styled('bold', 'What is set'),
    formatTable(
      ['  setting', 'value', 'from'],
      settings.map(({ name, value, source }) => [`  ${name}`, value, source]),
    ),
    '',
    styled('bold', 'What can be reached'),
    ...linesOf(findings, 'reachable'),
    '',
    styled('bold', 'What is about to end'),
    ...linesOf(findings, 'ending'),
    '',
    ...proposals(findings),
    summary(findings),
  ].join('\n')
}

function proposals(findings: DoctorFinding[]): string[] {
  const lines = linesOf(findings, 'proposed')
  return lines.length === 0 ? [] : [styled('bold', 'What is proposed'), ...lines, '']
}

function linesOf(findings: DoctorFinding[], area: DoctorFinding['area']): string[] {
  const chosen = findings.filter((finding) => finding.area === area)
  const width = Math.max(...chosen.map(({ name }) => name.length))
  return chosen.map(
    ({ name, mark, text }) => `  ${styled(colours[mark], mark.padEnd(7))}  ${name.padEnd(width)}  ${text}`,
  )
}

function summary(findings: DoctorFinding[]): string {
  const count = (wanted: Mark) => findings.filter(({ mark }) => mark === wanted).length
  if (count('problem') + count('warning') === 0) return 'Everything is well.'
  return `${countOf(count('problem'), 'problem')}, ${countOf(count('warning'), 'warning')}.`
}
