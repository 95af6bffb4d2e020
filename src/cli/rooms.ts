import type { Command } from 'commander'

/** Commands of one file, which is loaded for them alone: what each is for stands here, so that the list of all loads none. */
export interface CommandRoom {
  commands: Readonly<Record<string, string>>
  load: () => Promise<(program: Command) => void>
  /** In the list of all, the word is the one for people who run ads: its help names this one. */
  isUnlisted?: true
}

/** In the order in which they are listed. */
export const rooms: readonly CommandRoom[] = [
  {
    commands: {
      up: 'run everything: the API, the worker and the sandbox (this is what no command at all does); should it end, it is started again',
      serve: 'run the API only; workers run elsewhere on the same DATABASE_URL',
      worker: 'run a worker only, which carries out launches that the API took',
      migrate: 'bring the tables of the database up to date and say what was done',
    },
    load: async () => (await import('./commands/service.ts')).addServiceCommands,
  },
  {
    commands: { company: 'make and list companies, and say what each may use' },
    load: async () => (await import('./company/commands.ts')).addCompanyCommands,
  },
  {
    commands: { key: 'make, list and revoke API keys' },
    load: async () => (await import('./commands/key.ts')).addKeyCommands,
  },
  {
    commands: { app: 'the apps that are registered at the platforms, under which people of every company consent' },
    load: async () => (await import('./commands/app.ts')).addAppCommands,
  },
  {
    commands: { connection: 'connect companies to the real ad platforms' },
    load: async () => (await import('./connection/commands.ts')).addConnectionCommands,
  },
  {
    commands: {
      sync: 'read the daily figures of ads from the platforms: the days that are missing and the last 3, or with --from and --to every day of a range again. It can be stopped and started at any time; what was read stays.',
    },
    load: async () => (await import('./sync/command.ts')).addSyncCommand,
  },
  {
    commands: { currency: "a company's currency, in which its totals are" },
    load: async () => (await import('./commands/currency.ts')).addCurrencyCommands,
  },
  {
    commands: { rates: 'list, import and set what currencies are worth' },
    load: async () => (await import('./commands/rates.ts')).addRatesCommands,
  },
  {
    commands: { audit: 'who changed what through this service' },
    load: async () => (await import('./commands/audit.ts')).addAuditCommands,
  },
  {
    commands: { guard: 'spend guards: what may be spent, and what happens beyond it' },
    isUnlisted: true,
    load: async () => (await import('./commands/guard.ts')).addGuardCommands,
  },
  {
    commands: { approval: 'writes that wait until a person approves them' },
    isUnlisted: true,
    load: async () => (await import('./commands/approval.ts')).addApprovalCommands,
  },
  {
    commands: { 'login-link': 'print a link that signs a person in to the dashboard, once' },
    load: async () => (await import('./commands/people.ts')).addPeopleCommands,
  },
  {
    commands: { person: 'delete people' },
    load: async () => (await import('./commands/person.ts')).addPersonCommand,
  },
  {
    commands: { operator: 'say who sees the whole instance: its page in the dashboard' },
    load: async () => (await import('./commands/operator.ts')).addOperatorCommands,
  },
  {
    commands: { mail: 'mail to people, over SMTP_URL' },
    load: async () => (await import('./commands/mail.ts')).addMailCommands,
  },
  {
    commands: { dashboard: 'the pages for people' },
    load: async () => (await import('./commands/dashboard.ts')).addDashboardCommand,
  },
  {
    commands: {
      backup:
        'write everything into one file, while the service goes on: the database, media and settings that are no secrets',
    },
    load: async () => (await import('./commands/backup.ts')).addBackupCommands,
  },
  {
    commands: {
      restore:
        'put a backup into an installation on which nothing was ever started; it is held until you say that it goes on',
    },
    load: async () => (await import('./commands/restore.ts')).addRestoreCommand,
  },
  {
    commands: { resume: 'let an installation go on that was restored from a backup' },
    isUnlisted: true,
    load: async () => (await import('./commands/restore.ts')).addResumeCommand,
  },
  {
    commands: {
      'move-database': 'move everything from the private database to a server of your own; the service must be stopped',
    },
    load: async () => (await import('./commands/move.ts')).addMoveCommand,
  },
  {
    commands: { secret: 'the key that platform tokens are sealed with' },
    load: async () => (await import('./commands/secret.ts')).addSecretCommands,
  },
  {
    commands: {
      doctor: 'say what is set, what can be reached and what is about to end; fails when there is a problem',
    },
    load: async () => (await import('./doctor/command.ts')).addDoctorCommand,
  },
  {
    commands: { mcp: 'speak the Model Context Protocol on standard input and output, for agents on this machine' },
    load: async () => (await import('./agent/command.ts')).addMcpCommand,
  },
]
