import type { Command } from 'commander'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** What can follow which words. */
interface CursorPosition {
  path: string[]
  next: { word: string; about: string }[]
  options: { word: string; about: string }[]
}

/** A script that completes every command and option there is, without starting us for each. */
export function completionScript(shell: Shell, program: Command): string {
  const places = placesOf(program, [])
  return shell === 'fish' ? forFish(places) : shell === 'zsh' ? `${zshStart}${forBash(places)}` : forBash(places)
}

function placesOf(command: Command, path: string[]): CursorPosition[] {
  const next = command.commands.map((each) => ({ word: each.name(), about: each.summary() }))
  const options = command.options.map(({ long, description }) => ({ word: long ?? '', about: description }))
  return [
    { path, next, options: [...options, { word: '--help', about: 'say what it does and takes' }] },
    ...command.commands.flatMap((each) => placesOf(each, [...path, each.name()])),
  ]
}

/** zsh understands the same, once it is told to. */
const zshStart = 'autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n'

function forBash(places: CursorPosition[]): string {
  const cases = places.map(({ path, next, options }) => {
    const words = [...next, ...options].map(({ word }) => word).join(' ')
    return `    ${JSON.stringify(path.join(' '))}) words=${JSON.stringify(words)} ;;`
  })
  return `_flightdeck() {
  local words='' path='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) path="\${path:+$path }$word" ;; esac
  done
  # What follows a command are its own words: those that no command has are left off.
  while [ -n "$path" ] && ! _flightdeck_knows "$path"; do case "$path" in *' '*) path="\${path% *}" ;; *) path='' ;; esac; done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
_flightdeck_knows() {
  case "$1" in
    ${places
      .filter(({ path }) => path.length > 0)
      .map(({ path }) => JSON.stringify(path.join(' ')))
      .join(' | ')}) return 0 ;;
  esac
  return 1
}
complete -o default -F _flightdeck flightdeck ./flightdeck
`
}

function forFish(places: CursorPosition[]): string {
  const lines = places.flatMap(({ path, next, options }) => {
    const others = next.map(({ word }) => word)
    const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`)
    const notYet = others.length > 0 ? [`not __fish_seen_subcommand_from ${others.join(' ')}`] : []
    const when = quoted([...seen, ...notYet].join('; and ') || 'true')
    return [
      ...next.map(({ word, about }) => `complete -c flightdeck -n ${when} -a ${word} -d ${quoted(about)}`),
      ...options.map(({ word, about }) => `complete -c flightdeck -n ${when} -l ${word.slice(2)} -d ${quoted(about)}`),
    ]
  })
  // fish goes by the name of the command, however it is started.
  return `${lines.join('\n')}\n`
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
