"""The commands, one file each; a module is loaded when its command is called."""
