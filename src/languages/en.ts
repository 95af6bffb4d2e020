/**
 * What pages that the service draws and mails say. Another language is a file like this, which has all of it or does not compile. Values
 * that go into a page come escaped, and may be elements.
 */
export const en = {
  /** Of dates and numbers. */
  locale: 'en-GB',
  waiting: {
    title: 'One moment',
    failed: 'The dashboard could not be built',
    steps: {
      starting: 'The dashboard is being looked for.',
      waiting: 'The dashboard is being built by another process in the same folder.',
      installing: 'The packages of the dashboard are being installed. This happens once, and again when they change.',
      building: 'The dashboard is being built. This happens once, and again when its sources change.',
    },
    goesOn: 'This page goes on by itself. The API works meanwhile.',
    without: (command: string, setting: string) =>
      `The API works without it. Mend the cause, then run ${command}, or start the service again. ${setting} leaves the dashboard out.`,
    reference: 'The reference of the API',
  },
  malformed: {
    short: 'Not an address',
    title: 'This is no address of ours',
    what: 'It has a % in it that stands for no letter. Nothing was done, and nothing was connected.',
    again: (link: (text: string) => string) =>
      `If a platform or a message led you here, begin again where you set out: ${link('open the dashboard')}.`,
  },
  connecting: {
    title: 'Connecting',
    moment: (link: (text: string) => string) => `One moment. ${link('Go on')}`,
    none: 'Nothing was connected',
    notBegun: (platform: string) => `This browser has not begun to connect ${platform} in the last ten minutes.`,
    terminal: (bold: (text: string) => string, command: string) =>
      `${bold('If you began in a terminal')} (${command}), copy the whole address of this page and paste it there. Give it to nobody else: whoever has it could finish in your place.`,
    followed: (bold: (text: string) => string) =>
      `${bold('If you followed a link that somebody sent you')}, close this page. You gave nothing away.`,
    begin: (link: (text: string) => string) => `To connect in this browser, ${link('begin at Connections')}.`,
  },
  approval: {
    title: (id: number) => `Approval ${id}`,
    noLink: 'No such link',
    noLinkWhy: 'This link leads nowhere, or no longer does.',
    states: {
      waiting: 'It waits for a decision.',
      approved: 'It was approved and is about to be done.',
      done: 'It was approved, and done.',
      failed: 'It was approved, but could not be done.',
      outdated: 'It was not done: something that it depends on has changed since it was asked for.',
      refused: 'It was refused.',
      expired: 'Nobody decided in time.',
    },
    by: (who: string) => `By ${who}.`,
    heldUp: (time: string, why: string) => `It could not be done yet, and is tried again at ${time}: ${why}`,
    until: (time: string) => `It can be approved until ${time}.`,
    decidesAs: (name: string) => `You decide as ${name}, and the audit log says so.`,
    ownAsk: 'You asked for this: its guard wants somebody else to decide.',
    elsewhere: (link: (text: string) => string) =>
      `Its guard wants somebody other than who asked, and a link cannot tell who uses it: ${link('decide in the dashboard')}.`,
    comment: 'Comment, for whoever asked and for the record (it may stay empty)',
    approve: 'Approve',
    refuse: 'Refuse',
    adAccount: 'Ad account',
    sandbox: 'sandbox',
    askedBy: 'Asked by',
    asked: (who: string, time: string) => `${who}, ${time}`,
    rule: (name: string) => `the rule ${name}`,
    forPerson: (who: string, person: string) => `${who} (for ${person})`,
    guard: 'Guard',
    guardNumber: (id: number) => `Guard ${id}`,
    goLive: (active: number, all: number) => `${active} of ${all} go live at once.`,
    ad: (name: string, state: string, adSets: string) => `${name}: ${state}, in ${adSets}`,
    new: 'New',
    what: 'What',
    from: 'From',
    to: 'To',
    costs: 'What it costs',
    exposure: ['Ad account', 'Spent today', 'Spent and running before', 'and after', ''],
    says: 'Says',
    sent: 'What runs, as it was sent',
    /** Closed words of the service. */
    words: {
      active: 'active',
      paused: 'paused',
      ACTIVE: 'ACTIVE',
      PAUSED: 'PAUSED',
      campaign: 'campaign',
      adset: 'ad set',
      ad: 'ad',
      dailyBudget: 'daily budget',
      lifetimeBudget: 'lifetime budget',
      status: 'state',
      passes: 'passes',
      warns: 'warns',
      'needs approval': 'needs approval',
      'would be refused': 'would be refused',
    } as Record<string, string>,
  },
  mail: {
    openAddress: 'Or open this address:',
    once: 'The link works once. Whoever has it can use it: do not pass this mail on.',
    chosen: 'You chose to be told of this. Your settings in the dashboard say what is mailed to you.',
    invite: ({ who, where, role, days }: { who: string; where: string; role: string; days: number }) => ({
      subject: `${who} invites you to ${where} on Flightdeck`,
      paragraphs: [
        `${who} invites you to join ${where} on Flightdeck, as ${role}.`,
        `The invite can be accepted within ${days} days. Accepting it also confirms that this address is yours.`,
      ],
      button: 'Accept the invite',
      footer: `If you do not know ${where}, leave it unanswered.`,
    }),
    roles: { owner: 'owner', admin: 'admin', member: 'member', viewer: 'viewer' },
    signIn: ({ where, minutes }: { where: string; minutes: number }) => ({
      subject: `Sign in to ${where} on Flightdeck`,
      paragraphs: [`Here is the link that was asked for. It signs you in to ${where} within ${minutes} minutes.`],
      button: 'Sign in',
      footer: 'If you did not ask for it, do nothing: nobody is signed in by asking.',
    }),
    approval: (facts: { id: number; where: string; who: string; title: string; what: string; until: string }) => ({
      subject: `Approval ${facts.id} for ${facts.where}: ${facts.title}`,
      paragraphs: [
        `${facts.who} asks: ${facts.what} (Approval ${facts.id})`,
        `It can be decided until ${facts.until}.`,
      ],
      button: 'Look at it and decide',
      footer:
        'The link decides as you, with the rights that you have at that moment, and the audit log has it under your name: do not pass this mail on.',
    }),
    failed: (facts: { where: string; batch: string; failed: number; total: number }) => {
      const ads = `${facts.failed} of ${facts.total} ${facts.total === 1 ? 'ad' : 'ads'}`
      return {
        subject: `${ads} failed to launch in ${facts.where}`,
        paragraphs: [
          `The launch ${facts.batch} has ended: ${ads} failed. The dashboard says why, and launches them again.`,
        ],
        button: 'See what failed',
      }
    },
    cap: (facts: { guard: string; where: string; spent: number; cap: number; currency: string; then: string }) => ({
      subject: `${facts.guard} has reached its cap in ${facts.where}`,
      paragraphs: [
        `${facts.guard} has reached its cap: ${facts.spent} of ${facts.cap} ${facts.currency} are spent.`,
        facts.then,
      ],
      button: 'See the guards',
    }),
    guardNumber: (id: number) => `Guard ${id}`,
    guardNamed: (name: string) => `The guard ${name}`,
    paused: (count: number) => `It has paused ${count} ${count === 1 ? 'campaign' : 'campaigns'}.`,
    afterCap: {
      refuse: (until: string) =>
        `It refuses what costs more until ${until}, or an admin raises the cap. What runs goes on.`,
      ask: (until: string) => `Until ${until} a person is asked about what costs more. What runs goes on.`,
      warn: () => 'It warns of what costs more, and lets it through. What runs goes on.',
    },
    ends: { dailyCap: 'the day ends', monthlyCap: 'the month ends' },
    passkey: ({ name }: { name: string }) => ({
      subject: 'A passkey was added to your Flightdeck account',
      paragraphs: [
        `A passkey was added for ${name}. It signs you in to every company that you belong to.`,
        'If it was not you, remove it and end your sessions, and tell whoever runs Flightdeck.',
      ],
      button: 'See your passkeys',
      footer: 'This is told for your safety, and cannot be switched off.',
    }),
    adminKey: ({ where, key }: { where: string; key: string }) => ({
      subject: `An admin key was made in ${where}`,
      paragraphs: [
        `An API key with the scope admin was made in ${where}: ${key}. It may do whatever an admin may that is open to keys.`,
        'If nobody of you made it, revoke it.',
      ],
      button: 'See the keys',
      footer: `You get this as an admin of ${where}. It cannot be switched off.`,
    }),
    test: {
      subject: 'Flightdeck sends mail',
      paragraphs: ['This mail was sent by flightdeck mail test. Nothing is to be done.'],
      footer: 'Whoever runs Flightdeck has sent it to see whether it arrives.',
    },
  },
}
