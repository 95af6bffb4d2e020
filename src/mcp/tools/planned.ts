/** A plan of one operation, or of several that are alike. */
export interface PlanListed {
  name: string
  title: string
  description: string
  /** Its name, or names by the value of the argument `level`. */
  operation: string | Record<string, string>
}

export const planned: PlanListed[] = [
  {
    name: 'plan_launch',
    title: 'Plan a launch',
    description:
      'Plan to launch ads: one in each ad set of each ad. Everything is checked, problems are named with their paths. New ads spend from the budgets of their ad sets.',
    operation: 'launch_ads',
  },
  {
    name: 'plan_launch_draft',
    title: 'Plan the launch of a draft',
    description: 'Plan to launch a draft, or what failed of an earlier batch.',
    operation: 'launch_from_draft',
  },
  {
    name: 'plan_status_change',
    title: 'Plan a change of status',
    description:
      'Plan to resume ads, ad sets or campaigns, or to set when they end. Pausing needs no plan: pause_entities.',
    operation: 'update_status',
  },
  {
    name: 'plan_budget_change',
    title: 'Plan a change of a budget',
    description:
      'Plan to set or change the budget of a campaign or ad set. Give exactly one of dailyBudget, lifetimeBudget, changePercent.',
    operation: 'update_budget',
  },
  {
    name: 'plan_duplicate',
    title: 'Plan copies',
    description: 'Plan to copy a campaign, an ad set or an ad, within its account.',
    operation: { campaign: 'duplicate_campaign', adset: 'duplicate_adset', ad: 'duplicate_ad' },
  },
  {
    name: 'plan_create_campaign',
    title: 'Plan a campaign',
    description: 'Plan to make a campaign. It is paused unless status is ACTIVE.',
    operation: 'create_campaign',
  },
  {
    name: 'plan_create_ad_set',
    title: 'Plan an ad set',
    description: 'Plan to make an ad set in a campaign. It is paused unless status is ACTIVE.',
    operation: 'create_ad_set',
  },
  {
    name: 'plan_delete',
    title: 'Plan to delete',
    description: 'Plan to delete ads, or ad sets or campaigns with everything in them. They do not come back.',
    operation: 'delete_entities',
  },
  {
    name: 'plan_undo_batch',
    title: 'Plan to undo a batch',
    description: 'Plan to pause and delete every ad that a batch launched.',
    operation: 'undo_batch',
  },
]

/** The tool that plans an operation: one of its own, or the one for all others. */
export function planToolFor(operation: string): string {
  return planOf(operation)?.name ?? 'plan_operation'
}

export function hasPlanTool(operation: string): boolean {
  return planOf(operation) !== undefined
}

function planOf(operation: string): PlanListed | undefined {
  return planned.find(({ operation: named }) =>
    typeof named === 'string' ? named === operation : Object.values(named).includes(operation),
  )
}
