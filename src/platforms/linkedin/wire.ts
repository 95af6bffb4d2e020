import { z } from 'zod'

const InputErrorWire = z.object({
  code: z.string().optional(),
  description: z.string().optional(),
  input: z.object({ inputPath: z.object({ fieldPath: z.string().optional() }).optional() }).optional(),
})

/** The older envelope has a message and a number alone. */
export const ErrorWire = z.object({
  message: z.string().default('Unknown error'),
  status: z.number().optional(),
  serviceErrorCode: z.number().optional(),
  code: z.string().optional(),
  errorDetails: z.object({ inputErrors: z.array(InputErrorWire).default([]) }).optional(),
})

export const TokenWire = z.object({
  access_token: z.string().min(1),
  expires_in: z.number(),
  refresh_token: z.string().min(1).optional(),
  refresh_token_expires_in: z.number().optional(),
  scope: z.string().default(''),
})

export const IntrospectionWire = z.object({
  active: z.boolean(),
  scope: z.string().default(''),
  /** Seconds since 1970. */
  expires_at: z.number().optional(),
})

/** Some lists go on with a token, others with a number. */
export const PageWire = z.object({
  elements: z.array(z.unknown()),
  metadata: z.object({ nextPageToken: z.string().nullish() }).nullish(),
  paging: z
    .object({ start: z.number().default(0), count: z.number().default(0), total: z.number().nullish() })
    .nullish(),
})

export const BatchWire = z.object({ results: z.record(z.string(), z.unknown()) })

export const AnythingWire = z.unknown()
export const ObjectWire = z.record(z.string(), z.unknown())

const Id = z.union([z.number(), z.string()]).transform(String)
const Ms = z.number().nullish()
const MoneyWire = z.object({ amount: z.string(), currencyCode: z.string() }).nullish()
const StampsWire = z.object({ created: z.object({ time: z.number() }).nullish() }).nullish()
const ScheduleWire = z.object({ start: Ms, end: Ms }).nullish()
const Words = z.array(z.string()).default([])

export const AccountWire = z.object({
  id: Id,
  name: z.string().default(''),
  currency: z.string(),
  status: z.string(),
  type: z.string().nullish(),
  reference: z.string().nullish(),
  servingStatuses: Words,
  test: z.boolean().default(false),
})

export const AccountUserWire = z.object({ account: z.string(), role: z.string(), user: z.string().optional() })

/** The organization stands under one of two names. */
export const AclWire = z
  .object({
    organization: z.string().optional(),
    organizationTarget: z.string().optional(),
    role: z.string(),
    state: z.string().default('APPROVED'),
  })
  .transform(({ organization, organizationTarget, role, state }) => ({
    organization: organization ?? organizationTarget ?? '',
    role,
    state,
  }))

export const OrganizationWire = z.object({ id: Id, localizedName: z.string().default('') })

export const GroupWire = z.object({
  id: Id,
  name: z.string().default(''),
  status: z.string(),
  account: z.string().optional(),
  runSchedule: ScheduleWire,
  totalBudget: MoneyWire,
  dailyBudget: MoneyWire,
  objectiveType: z.string().nullish(),
  servingStatuses: Words,
  changeAuditStamps: StampsWire,
})
export type Group = z.output<typeof GroupWire>

export const CampaignWire = z.object({
  id: Id,
  name: z.string().default(''),
  status: z.string(),
  account: z.string().optional(),
  campaignGroup: z.string(),
  type: z.string().nullish(),
  format: z.string().nullish(),
  objectiveType: z.string().nullish(),
  optimizationTargetType: z.string().nullish(),
  associatedEntity: z.string().nullish(),
  runSchedule: ScheduleWire,
  totalBudget: MoneyWire,
  dailyBudget: MoneyWire,
  servingStatuses: Words,
  changeAuditStamps: StampsWire,
})
export type Campaign = z.output<typeof CampaignWire>

export const CreativeWire = z.object({
  id: z.string(),
  name: z.string().nullish(),
  campaign: z.string(),
  intendedStatus: z.string(),
  content: z.object({ reference: z.string().nullish() }).nullish(),
  review: z.object({ status: z.string().nullish(), rejectionReasons: Words.nullish() }).nullish(),
  isServing: z.boolean().nullish(),
  servingHoldReasons: Words.nullish(),
  createdAt: Ms,
})
export type Creative = z.output<typeof CreativeWire>

export const PostWire = z.object({
  id: z.string(),
  author: z.string(),
  commentary: z.string().nullish(),
  lifecycleState: z.string().nullish(),
  visibility: z.string().nullish(),
  publishedAt: Ms,
  createdAt: Ms,
  created: z.object({ time: z.number() }).nullish(),
  content: ObjectWire.nullish(),
  contentLandingPage: z.string().nullish(),
  contentCallToActionLabel: z.string().nullish(),
  adContext: z.object({ dscName: z.string().nullish(), dscAdAccount: z.string().nullish() }).nullish(),
})
export type Post = z.output<typeof PostWire>

const value = <T extends z.ZodType>(schema: T) => z.object({ value: schema })

export const ImageStartWire = value(z.object({ uploadUrl: z.string(), image: z.string() }))
export const DocumentStartWire = value(z.object({ uploadUrl: z.string(), document: z.string() }))
export const VideoStartWire = value(
  z.object({
    video: z.string(),
    uploadToken: z.string().default(''),
    uploadInstructions: z
      .array(z.object({ uploadUrl: z.string(), firstByte: z.number(), lastByte: z.number() }))
      .min(1),
  }),
)

export const MediaWire = z.object({ status: z.string(), processingFailureReason: z.string().nullish() })

const DayWire = z.object({ year: z.number(), month: z.number(), day: z.number() })

/** A figure that was nothing may be left out. */
export const FigureRowWire = z
  .object({
    dateRange: z.object({ start: DayWire, end: DayWire }).optional(),
    pivotValues: z.array(z.string()).default([]),
  })
  .catchall(z.union([z.number(), z.string()]).nullish())
export type FigureRow = z.output<typeof FigureRowWire>
