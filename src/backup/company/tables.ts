/** A table with rows of companies: what `company export` writes and `company delete` deletes. */
export interface CompanyTable {
  /** A condition on its rows. */
  whose: (company: number) => string
  /** Columns that open something, or are of use in this installation alone: they are in no export. */
  hidden?: string[]
  /** Why none of it is in an export. */
  notExported?: string
  /** It stays when the company is deleted, or goes by itself: why. */
  notDeleted?: string
}

const own = (company: number) => `company_id = ${company}`
const through = (column: string, parent: string, key: string) => (company: number) =>
  `${column} IN (SELECT ${key} FROM ${parent} WHERE company_id = ${company})`

const opens = 'whoever has it is let in'

/** Every table that has rows of companies. test/companies/leaving.test.ts holds it against the database. */
export const companyTables: Record<string, CompanyTable> = {
  account_days: { whose: own },
  account_reads: { whose: own },
  account_structures: { whose: own },
  ad_accounts: { whose: own },
  ad_copy_templates: { whose: own },
  ad_days: { whose: own },
  ad_days_superseded: { whose: own },
  ad_months: { whose: own },
  api_keys: { whose: own, hidden: ['key_hash'] },
  approval_links: { whose: through('approval_id', 'approvals', 'id'), notExported: opens },
  approval_targets: { whose: own, hidden: ['sealed_address'] },
  approvals: { whose: own },
  assistant_grants: { whose: own, notExported: opens },
  assistant_tokens: { whose: own, notExported: opens },
  assistants: { whose: own },
  audit_heads: { whose: own },
  audit_log: { whose: own },
  audit_open: { whose: own },
  audit_starts: { whose: own },
  automation_checks: { whose: through('execution_id', 'automation_executions', 'id') },
  automation_decisions: { whose: own },
  automation_executions: { whose: own },
  automation_requests: { whose: own },
  automation_suggestions: { whose: own },
  automation_switches: { whose: own },
  automation_versions: { whose: through('automation_id', 'automations', 'id') },
  automations: { whose: own },
  batch_items: { whose: own },
  batch_media: { whose: through('batch_id', 'batches', 'id') },
  batches: { whose: own },
  board_media: { whose: through('board_id', 'boards', 'id') },
  boards: { whose: own },
  campaign_days: { whose: own },
  campaign_names: { whose: own },
  campaign_structures: { whose: own },
  changelog: { whose: own },
  companies: { whose: (company) => `id = ${company}`, notDeleted: 'it goes last, once nothing refers to it' },
  company_quotas: { whose: own },
  connection_accounts: { whose: own },
  connection_renewals: { whose: own, notExported: 'renewals that are under way in this installation' },
  connection_rehearsals: { whose: own },
  connections: { whose: own, hidden: ['sealed_credentials', 'sealed_token'] },
  currency_rates: { whose: own },
  entity_labels: { whose: own },
  event_heads: { whose: own },
  events: { whose: own },
  first_budgets: { whose: own },
  idempotency_keys: { whose: own, notExported: 'answers to calls of this installation, which may hold a new key' },
  invites: { whose: own, hidden: ['token_hash', 'mail_token_hash'] },
  journal: { whose: own },
  kept_ends: { whose: own },
  lanes: { whose: own },
  late_looks: { whose: own },
  launch_defaults: { whose: own },
  lowered_budgets: { whose: own },
  mail_cursors: { whose: own },
  mails: { whose: own, hidden: ['sealed_message', 'address_hash'] },
  media: { whose: own },
  media_objects: {
    whose: through('key', 'media', 'object_key'),
    notDeleted: 'it goes with the last row of media that shows it; another company may have the same file',
  },
  member_workspaces: { whose: own },
  memberships: { whose: own },
  often_tried: { whose: own },
  oauth_apps: { whose: own, hidden: ['sealed_app'] },
  plans: { whose: own },
  platform_ways: { whose: own },
  receipts: { whose: own },
  report_answers: { whose: own },
  report_days: { whose: own },
  report_entities: { whose: own },
  report_entity_versions: { whose: own },
  report_syncs: { whose: own },
  research_scrapes: { whose: own },
  second_ads: { whose: own },
  seen_entities: { whose: own },
  sessions: { whose: own, notExported: opens },
  sign_in_links: { whose: own, notExported: opens },
  spend_anomalies: { whose: own },
  spend_effects: { whose: own },
  spend_grants: { whose: own },
  spend_guards: { whose: own },
  spend_hours: { whose: own },
  spend_readings: { whose: own },
  summed_months: { whose: own },
  users: {
    whose: (company) =>
      `(home_company_id = ${company} OR id IN (SELECT user_id FROM memberships WHERE company_id = ${company}))`,
    notDeleted: 'people who belong to no other company lose their name and address, one by one',
  },
  views: { whose: own },
  webhook_deliveries: { whose: own },
  webhooks: { whose: own, hidden: ['sealed_target'] },
  workspaces: { whose: own },
}

/** Tables of the installation, by why no company has rows in them. */
export const installationTables: Record<string, string> = {
  answered_questions: 'questions of sign-ins that were answered, by their digests alone',
  assistant_clients: 'programs that registered themselves to ask people of any company',
  audit_keys: 'public keys of the installation',
  backups: 'what the operator has kept',
  processes: 'who runs now',
  company_deletions: 'which companies are to be deleted, and which were: their ids and the times',
  database_moves: 'where the installation was moved to',
  health_beats: 'one row that is written to see whether it can be',
  media_addresses: 'where processes give out their media',
  media_folders: 'which processes share their media',
  media_loose: 'files that are about to be removed',
  migrations: 'the schema',
  often_tried_counts: 'counts over all companies',
  pacing: 'what a platform allows an ad account, whoever has it',
  passkeys: 'they are their person’s, who may be in several companies; they go with the person',
  rate_windows: 'calls of the last minutes; forgotten by itself',
  removed_media: 'which files were removed lately, for machines that have them too',
  restores: 'which backup the installation was put back from',
  secret_canary: 'by what the secret key is recognised',
  shared_oauth_apps: 'apps that the operator has registered at platforms',
  state_moves: 'which states follow which',
}
