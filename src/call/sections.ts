/** The sections of the interface, and what each is about: tags in OpenAPI, headings of the texts for programs. */
export const sections = {
  Launching: 'Ads in batches over every platform: launch, check before, follow, cancel, undo, read what was stored.',
  Drafts: 'Launches that are kept until they are complete, and launched from there.',
  'Primary platform':
    'Campaigns, ad sets and ads of the primary platform: make, change, copy, end; comments, conversions, targeting.',
  'Photo-messaging platform': 'Campaigns, ad squads and ads of the photo-messaging platform.',
  'Other platforms': 'What the short-video, pin and mobile-app platforms have of their own.',
  'Search-ads platform':
    'Accounts, campaigns, ad groups, keywords, negatives and search terms of the search-ads platform.',
  'Professional-network platform': 'Accounts, posts, campaigns and figures of the professional network.',
  Reporting: 'Figures of ads, daily spend and exports, over all platforms.',
  'Accounts and people': 'Connections to platforms, ad accounts, pages, ad sets, defaults, and who is asking.',
  Open: 'What needs no key: health, documents, stored media.',
  Safety: 'Spend guards and approvals: what may be spent, and who is asked first.',
  Automation: 'Rules that watch figures and act: what they would do, would have done, and did.',
  'Events and safety': 'What happens and happened: events, webhooks, the audit log, the changelog, currencies.',
  'Media and library': 'Uploads, stored media, boards, tags and texts to use again.',
  Research: 'The research tool behind its proxy, and pages read for their ads.',
  'Older surface': 'The unversioned interface under /api/, with its own envelope.',
  People: 'Sessions, passkeys, keys, invites and workspaces, for people who are signed in.',
} as const satisfies Record<string, string>

export type Section = keyof typeof sections
