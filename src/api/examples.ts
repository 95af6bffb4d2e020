import { exampleEnd, exampleStart } from '../http/docs/as-it-runs.ts'

/**
 * What the demo company has in the sandbox, for the examples of the documents. A test sends every example as it stands,
 * in the order of the table; before, it launches the first batch, saves three drafts, launches a batch that the sandbox
 * does not get on with, sets an end that the platform cannot keep, and asks for something that a guard wants a person to look at.
 */
export const demo = {
  account: 'act_566148315000001',
  page: '106066148315001',
  secondary: '17841661483150001',
  campaign: '120206614831500051',
  adSet: '120206614831500052',
  post: '106066148315001_122066148315001',
  comment: '122066148315001_70013',
  commentToDelete: '122066148315001_70014',
  pixel: '766148315000001',
  identity: '1766148315000000001',
  ad: '120206614831500054',
  adToDelete: '120206614831500060',
  trafficCampaign: '120206614831500014',
  shortVideoAccount: '7166148315000000001',
  shortVideoCampaign: '1866148315000000007',
  photoAccount: '0d18f34b-eac9-4c64-be55-96ff54c5b788',
  photoCampaign: '4ff0832c-105d-4f42-ace0-ef9929136ea8',
  pinAccount: '54968903708000001',
  appAccount: '71658584381',
  appCampaign: '585843801',
  searchAccount: '5661483101',
  searchCampaign: '2661483101000002',
  searchAdGroup: '2661483101000004',
  searchNegative: '2661483101000002~1281709737176',
  networkAccount: '5066148311',
  networkCreative: '40661483110001',
  organization: '8066148311',
  /** Of the batch that the example of a launch makes, when it is the first of its company. */
  batch: '1',
  /** Of drafts that were saved after it, each with the example of saving one. */
  drafts: { toChange: 2, toLaunch: 2, toLaunchAsBatch: 3, toDelete: 4 },
  /** Of a batch that is still running. */
  batchToCancel: '5',
  /** Of the first file that was read of the ads of its account. */
  creative: '1',
  /** Of the first ad whose picture was asked for. */
  picture: 1,
  /** Of the first connection that was stored. */
  connection: 1,
  /** Of the first end that was set. */
  end: 1,
  /** Of the first write that waited for a person. */
  approval: 1,
  /** Of the files that the examples of uploads bring in. */
  media: '1',
  mediaToDelete: '2',
  /** Of the page that the example of reading one asks for. */
  scrape: 1,
  /** Of the board and the ad copy template that the examples make. */
  board: '1',
  template: '1',
  /** Of the webhook and the entry of the changelog that the examples make. */
  webhook: '1',
  /** Of what the example of a replay asks to be sent again. */
  delivery: '1',
  changelogEntry: '1',
  /** Of the view that the example saves. */
  view: 1,
  /** Of the rule that the example makes, and of its first execution. */
  automation: 1,
  execution: 1,
  /** Of an execution that can be taken back, and of what a rule suggested: made by whoever tries the examples. */
  executionToUndo: 2,
  suggestions: { toAccept: 1, toDismiss: 2 },
} as const

export const exampleDays = { startDate: exampleStart, endDate: exampleEnd }
