import {
  Activity,
  Bell,
  Bot,
  CalendarClock,
  ChartLine,
  FolderTree,
  House,
  Images,
  KeyRound,
  Layers,
  Plug,
  Rocket,
  ScrollText,
  Server,
  Settings,
  ShieldCheck,
  Sparkles,
  Trophy,
  Users,
  Vote,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useSession } from '../data/session/session.ts'

interface NavPage {
  to: string
  name: string
  icon: LucideIcon
  /** What else somebody may type to find it. */
  also?: string
  /** Nobody else is shown the way. */
  forOperators?: true
}

interface NavGroup {
  name: string
  pages: NavPage[]
}

const nav: NavGroup[] = [
  {
    name: 'Run',
    pages: [
      { to: '/', name: 'Home', icon: House, also: 'start overview checklist' },
      { to: '/launch', name: 'Launch', icon: Rocket, also: 'new ads sheet upload csv' },
      { to: '/batches', name: 'Batches', icon: Activity, also: 'progress receipts undo retry' },
      {
        to: '/running',
        name: 'Everything that runs',
        icon: Layers,
        also: 'all ads table compare worst best pause views entities',
      },
      {
        to: '/campaigns',
        name: 'Campaigns',
        icon: FolderTree,
        also: 'tree budget pause status comments changes history',
      },
      { to: '/library', name: 'Library', icon: Images, also: 'media boards tags research creatives' },
    ],
  },
  {
    name: 'Understand',
    pages: [
      { to: '/reports', name: 'Reports', icon: ChartLine, also: 'figures spend chart export top ads' },
      { to: '/creatives', name: 'Creatives', icon: Trophy, also: 'winners tired fatigue hook board graduate hit rate' },
      { to: '/automations', name: 'Automations', icon: Bot, also: 'rules backtest suggestions executions' },
    ],
  },
  {
    name: 'Keep safe',
    pages: [
      { to: '/guards', name: 'Guards', icon: ShieldCheck, also: 'spend caps limits' },
      { to: '/approvals', name: 'Approvals', icon: Vote, also: 'decide ask approve refuse' },
      { to: '/audit', name: 'Audit log', icon: ScrollText, also: 'who did what' },
    ],
  },
  {
    name: 'Set up',
    pages: [
      { to: '/connections', name: 'Connections', icon: Plug, also: 'platforms tokens sandbox connect consent' },
      { to: '/calendar', name: 'Calendar', icon: CalendarClock, also: 'ends tokens versions announced changes' },
      { to: '/webhooks', name: 'Webhooks', icon: Bell, also: 'deliveries slack notifications' },
      {
        to: '/assistants',
        name: 'Assistants',
        icon: Sparkles,
        also: 'connected claude chatgpt cursor agents mcp oauth',
      },
      { to: '/keys', name: 'API keys', icon: KeyRound, also: 'tokens scopes' },
      { to: '/people', name: 'People', icon: Users, also: 'invite roles workspaces members' },
      { to: '/settings', name: 'You', icon: Settings, also: 'sessions passkeys theme sign out' },
      {
        to: '/instance',
        name: 'Instance',
        icon: Server,
        also: 'processes jobs queue sizes backup quotas operator',
        forOperators: true,
      },
    ],
  },
]

/** Pages below others, which the command palette finds too. */
export const further: Omit<NavPage, 'icon'>[] = [
  {
    to: '/campaigns/searches',
    name: 'Searches and keywords',
    also: 'search terms negatives google keyword bid match',
  },
]

/** What stands in the side navigation and in the command palette. */
export function useNav(): NavGroup[] {
  const isOperator = useSession().data?.operator ?? false
  return nav.map(({ name, pages }) => ({ name, pages: pages.filter((page) => isOperator || !page.forOperators) }))
}
