/** A resource as it stands in JSON on the wire: names in camel case, whole numbers of 64 bits as text. */
export type Fields = Record<string, unknown>

export interface Customer {
  id: string
  tenant: string
  name: string
  currency: string
  timeZone: string
  isManager: boolean
  /** The manager above; for none the company's user has been invited, or there is none. */
  manager: string | null
  /** Whether the company's user was invited to it, so that no manager is needed. */
  isDirect: boolean
  status: 'ENABLED' | 'CANCELED'
  created: number
}

export interface Entity {
  /** Its resource name. */
  name: string
  customer: string
  created: number
  /** What its status was from when on. */
  history: { at: number; status: string }[]
  fields: Fields
}

/** One change of one resource, for change_event and change_status. */
export interface Change {
  id: string
  customer: string
  at: number
  resource: string
  /** `CAMPAIGN`, as both lists of resource types call it. */
  type: string
  operation: 'CREATE' | 'UPDATE' | 'REMOVE'
  client: string
  user: string
  campaign: string | null
  adGroup: string | null
  /** Field paths such as `network_settings.target_google_search`. */
  changed: string[]
  before: Fields
  after: Fields
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

export function idOf(resourceName: string): string {
  return resourceName.slice(resourceName.lastIndexOf('/') + 1)
}

export interface Keyword {
  text: string
  matchType: string
}

export function keywordOf({ fields }: Entity): Keyword | undefined {
  return fields['keyword'] as Keyword | undefined
}

/** Two keywords with the same key in the same place cannot be. */
export function keywordKey(criterion: Entity): string | undefined {
  const keyword = keywordOf(criterion)
  const { fields } = criterion
  if (!keyword || fields['status'] === 'REMOVED') return undefined
  const place = textOf(fields['adGroup'] ?? fields['campaign'] ?? fields['sharedSet'])
  const side = fields['negative'] === true || fields['sharedSet'] !== undefined ? '-' : '+'
  return `${place} ${side} ${keyword.matchType} ${sameText(keyword.text)}`
}

/** Keywords do not differ by case or spaces. */
export function sameText(text: string): string {
  return text.toLowerCase().trim().split(/\s+/).join(' ')
}
