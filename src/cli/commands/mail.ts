import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { createMailer } from '../../core/mail/send.ts'
import { testWords } from '../../core/people/invites/mail/texts.ts'
import { print } from '../print.ts'
import { CommandProblem } from '../problem.ts'

export function addMailCommands(program: Command): void {
  const mail = program.command('mail').description('mail to people, over SMTP_URL')
  mail
    .command('test')
    .description('send one mail now, to see whether it arrives')
    .argument('<address>', 'to whom')
    .action(sendTest)
}

async function sendTest(to: string): Promise<void> {
  const { mail } = readConfig()
  if (!mail) throw new CommandProblem('No mail is sent here: set SMTP_URL and MAIL_FROM first (docs/mail.md).')
  const now = new Date()
  const sent = await createMailer(mail).send({ id: now.getTime(), createdAt: now, message: { to, words: testWords() } })
  if (sent.state !== 'sent') throw new CommandProblem(`The mail was not sent: ${sent.problem}.`)
  print(`${mail.host} has taken a mail to ${to}.`)
}
