// Made by `npm run client` from the operations that the dashboard has forms for. Do not edit.

/** What a field that is written in takes. */
export interface FormField {
  required?: true
  minLength?: number
  maxLength?: number
  /** It takes a number, which is written in like any text. */
  number?: true
}

export const formFields = {
  acceptInvite: {
    token: { required: true, minLength: 1, maxLength: 200 },
    name: { required: true, minLength: 1, maxLength: 100 },
  },
  createAdCopyTemplate: {
    name: { required: true, minLength: 1, maxLength: 200 },
    title: { maxLength: 2000 },
    description: { maxLength: 10000 },
    cta: { maxLength: 100 },
    link: { maxLength: 4000 },
  },
  createAdSet: {
    accountId: { required: true, minLength: 1, maxLength: 200 },
    workspaceId: { minLength: 1, maxLength: 200 },
    campaignId: { required: true, minLength: 1, maxLength: 200 },
    name: { required: true, minLength: 1, maxLength: 1000 },
    dailyBudget: { number: true },
    lifetimeBudget: { number: true },
    bidAmount: { number: true },
    dailyMinSpendTarget: { number: true },
    dailySpendCap: { number: true },
    lifetimeMinSpendTarget: { number: true },
    lifetimeSpendCap: { number: true },
    billingEvent: { minLength: 1, maxLength: 200 },
    optimizationGoal: { minLength: 1, maxLength: 200 },
    bidStrategy: { minLength: 1, maxLength: 200 },
    destinationType: { minLength: 1, maxLength: 200 },
    startTime: { number: true },
    endTime: { number: true },
    existingCustomerBudgetPercentage: { number: true },
    dsaBeneficiary: { maxLength: 512 },
    dsaPayor: { maxLength: 512 },
    valueRuleSetId: { minLength: 1, maxLength: 200 },
  },
  createBoard: { name: { required: true, minLength: 1, maxLength: 200 }, description: { maxLength: 2000 } },
  createCampaign: {
    accountId: { required: true, minLength: 1, maxLength: 200 },
    workspaceId: { minLength: 1, maxLength: 200 },
    name: { required: true, minLength: 1, maxLength: 1000 },
    dailyBudget: { number: true },
    lifetimeBudget: { number: true },
    bidStrategy: { minLength: 1, maxLength: 200 },
    campaignBidAmount: { number: true },
    campaignSpendCap: { number: true },
  },
  createDraft: { name: { maxLength: 200 } },
  createKey: { name: { required: true, minLength: 1, maxLength: 100 } },
  createShortVideoAdSet: {
    accountId: { required: true, minLength: 1, maxLength: 200 },
    workspaceId: { minLength: 1, maxLength: 200 },
    campaignId: { required: true, minLength: 1, maxLength: 200 },
    name: { required: true, minLength: 1, maxLength: 1000 },
    promotionType: { minLength: 1, maxLength: 200 },
    optimizationGoal: { minLength: 1, maxLength: 200 },
    optimizationEvent: { minLength: 1, maxLength: 200 },
    pixelId: { minLength: 1, maxLength: 200 },
    appId: { minLength: 1, maxLength: 200 },
    dailyBudget: { number: true },
    lifetimeBudget: { number: true },
    startTime: { number: true },
    endTime: { number: true },
  },
  createShortVideoCampaign: {
    accountId: { required: true, minLength: 1, maxLength: 200 },
    workspaceId: { minLength: 1, maxLength: 200 },
    name: { required: true, minLength: 1, maxLength: 1000 },
    dailyBudget: { number: true },
    lifetimeBudget: { number: true },
    appId: { minLength: 1, maxLength: 200 },
  },
  createWebhook: { url: { required: true, minLength: 1, maxLength: 2000 }, secret: { maxLength: 200 } },
  createWorkspace: { name: { required: true, minLength: 1, maxLength: 100 }, slug: { required: true } },
  invitePerson: { email: { required: true, maxLength: 200 } },
  mailSignInLink: { email: { required: true, maxLength: 200 }, company: { maxLength: 40 } },
  renameBatch: { id: { required: true, minLength: 1, maxLength: 100 }, name: { maxLength: 200 } },
  saveView: {
    name: { required: true, minLength: 1, maxLength: 200 },
    platform: { maxLength: 50 },
    sortBy: { maxLength: 100 },
  },
  sendConversionEvents: {
    accountId: { required: true, minLength: 1, maxLength: 200 },
    pixelId: { required: true, minLength: 1, maxLength: 200 },
    testEventCode: { minLength: 1, maxLength: 100 },
    workspaceId: { minLength: 1, maxLength: 200 },
  },
  updateCreativeSettings: {
    namePattern: { maxLength: 200 },
    winnerTimes: { number: true },
    winnerSpendUsd: { number: true },
    tiredFallPercent: { number: true },
    tiredRisePercent: { number: true },
  },
  updateWorkspace: { id: { required: true, maxLength: 20 }, name: { minLength: 1, maxLength: 100 } },
} as const satisfies Record<string, Record<string, FormField>>
