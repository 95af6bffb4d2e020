import type { Issue } from '../../errors.ts'
import type { StepResult } from './launch.ts'
import type { AccountRef, Budgets, PlannedWrite } from './terms.ts'

/** Who runs a campaign: people, or the platform's own automation. */
export const campaignKinds = ['smartPlus', 'manual'] as const
type CampaignKind = (typeof campaignKinds)[number]

interface Switchable extends Partial<Budgets> {
  name: string
  status?: 'ACTIVE' | 'PAUSED'
}

export interface KindedCampaignRequest extends Switchable {
  kind: CampaignKind
  objective: string
  salesDestination?: string
  appPromotionType?: string
  appId?: string
}

export interface KindedAdSetRequest extends Switchable {
  locationIds: string[]
  promotionType: string
  optimizationGoal: string
  billingEvent: string
  optimizationEvent?: string
  pixelId?: string
  appId?: string
  placements?: string[]
  startTime?: Date
  endTime?: Date
}

/** What an ad set is made in. */
export interface KindedCampaign extends Budgets {
  id: string
  /** null: of a kind in which nothing is made from here. */
  kind: CampaignKind | null
  objective: string
}

/** A write whose result may have to be looked for among things that others made. */
export interface NamedCreation extends Omit<PlannedWrite, 'readBack'> {
  candidates: (since: Date) => Promise<StepResult[]>
}

/** Making campaigns and ad sets where the platform runs some of them by itself. Checks may read. */
export interface AutomatedVerbs {
  checkCampaign(account: AccountRef, request: KindedCampaignRequest): Promise<Issue[]>
  createCampaign(account: AccountRef, request: KindedCampaignRequest, mark: string): NamedCreation
  readCampaign(account: AccountRef, id: string): Promise<KindedCampaign | null>
  checkAdSet(account: AccountRef, request: KindedAdSetRequest, campaign: KindedCampaign): Promise<Issue[]>
  createAdSet(account: AccountRef, request: KindedAdSetRequest, campaign: KindedCampaign, mark: string): NamedCreation
}
