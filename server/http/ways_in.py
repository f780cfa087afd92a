"""What a host types so that players reach the server: commands and settings, with the options of this server."""

from shlex import quote
from typing import Final, NamedTuple

CLOUDFLARED: Final = "cloudflared tunnel --url http://127.0.0.1:{port}"
TAILSCALE: Final = "tailscale funnel {port}"
NGROK: Final = "ngrok http {port}"
NGINX: Final = """\
server {{
    listen 443 ssl;
    server_name table.example;
    ssl_certificate     /etc/letsencrypt/live/table.example/fullchain.pem;
    ssl_certificate_key /etc/letsencrypt/live/table.example/privkey.pem;
    client_max_body_size 10m;
    location {base_path}/ {{
        proxy_pass http://127.0.0.1:{port};
        proxy_http_version 1.1;
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header Upgrade $http_upgrade;
        proxy_set_header Connection "upgrade";
        proxy_read_timeout 1h;
    }}
}}
"""
CADDY: Final = """\
table.example {{
    reverse_proxy {caddy_path}127.0.0.1:{port}
}}
"""
TRAEFIK: Final = """\
http:
  routers:
    coterie:
      rule: Host(`table.example`){traefik_path}
      entryPoints: [websecure]
      service: coterie
      tls:
        certResolver: letsencrypt
  services:
    coterie:
      loadBalancer:
        servers:
          - url: http://127.0.0.1:{port}
"""
SYSTEMD: Final = """\
[Unit]
Description=Coterie
After=network-online.target
Wants=network-online.target

[Service]
ExecStart=/opt/coterie/bin/coterie serve --no-open --port {port} --public-url https://table.example{unit_options}
DynamicUser=yes
StateDirectory=coterie
Restart=on-failure

[Install]
WantedBy=multi-user.target
"""


class Started(NamedTuple):
    """How this server was started, as far as the texts repeat it."""

    port: int
    """The port to which a proxy on this machine should lead."""
    log: str = ""
    """The URL of the log, "" for the log in the data folder. It has no password."""
    base_path: str = ""
    network: str = ""
    """The address at which this machine's network would reach the server after --lan; "" if it is not known."""


def ways_in(started: Started) -> dict[str, str]:
    """Return the text to type, by the name of the program."""
    path = started.base_path
    of_unit = started.log if started.log.startswith("redis") else "sqlite:////var/lib/coterie/coterie.db"
    path_option = f" --base-path {path}" if path else ""
    values = {
        "port": started.port,
        "base_path": path,
        "path_option": path_option,
        "unit_options": f"{path_option} --log {of_unit.replace('%', '%%')}",  # systemd gives a single % a meaning
        "log_option": f" --log {quote(started.log)}" if started.log else "",
        "caddy_path": f"{path}* " if path else "",
        "traefik_path": f" && PathPrefix(`{path}`)" if path else "",
    }
    texts = {
        "lan": "coterie serve --lan --port {port}{path_option}{log_option}",
        "cloudflared": CLOUDFLARED,
        "tailscale": TAILSCALE,
        "ngrok": NGROK,
        "nginx": NGINX,
        "caddy": CADDY,
        "traefik": TRAEFIK,
        "systemd": SYSTEMD,
    }
    return {name: text.format(**values) for name, text in texts.items()}
