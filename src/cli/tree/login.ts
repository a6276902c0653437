import { FarolCommand } from './farol-command.ts';

export function loginCommand(): FarolCommand {
  return new FarolCommand('login')
    .summary('store the address and a token of a control plane')
    .description(
      'store the address, the authority and a token of a control plane for farol capture, after the control plane has accepted the token; variables override them. The token is read from standard input, or asked for and not shown. Call it once for each kind of token: rpcap_ and rapi_.',
    )
    .option('--url <address>', 'https address of the control plane; default: FAROL_URL, or the one stored')
    .option('--ca-file <file>', 'PEM file of its authority, if it is its own; default: FAROL_CA_FILE')
    .example(
      'farol login --url https://farol.example:8444',
      'farol login --url https://farol.example:8444 < read.token',
    )
    .section('Files', [['farol/login.json', 'in XDG_CONFIG_HOME or ~/.config, with the mode 0600']])
    .action(async (options: { url?: string; caFile?: string }) => {
      const { logIn } = await import('../commands/login.ts');
      await logIn(options);
    });
}

export function logoutCommand(): FarolCommand {
  return new FarolCommand('logout')
    .summary('remove what farol login stored')
    .description('remove what farol login stored; the tokens still work until they are revoked')
    .example('farol logout')
    .action(async () => {
      const { logOut } = await import('../commands/login.ts');
      await logOut();
    });
}
