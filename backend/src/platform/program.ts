/** The program's version: its name in the log and in backups. */
export const PROGRAM = '0.2.0';
