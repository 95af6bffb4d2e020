import type { Command } from 'commander'
import type { Run } from '../context.ts'
import { CommandProblem, exitCodes } from '../exit.ts'
import { completionScript, shells } from '../output/completion.ts'
import type { Shell } from '../output/completion.ts'

export function addCompletion(program: Command, run: Run): void {
  program
    .command('completion')
    .summary(`words that a shell completes: ${shells.join(', ')}`)
    .argument('<shell>', shells.join(', '))
    .addHelpText(
      'after',
      '\nbash: eval "$(flightdeck completion bash)" in ~/.bashrc\nzsh:  eval "$(flightdeck completion zsh)" in ~/.zshrc\nfish: flightdeck completion fish > ~/.config/fish/completions/flightdeck.fish',
    )
    .action((shell: string) => {
      if (!shells.includes(shell as Shell))
        throw new CommandProblem(`There is no completion for "${shell}": ${shells.join(', ')}.`)
      run.world.stdout.write(completionScript(shell as Shell, program))
      run.outcome.exitCode = exitCodes.done
    })
}
